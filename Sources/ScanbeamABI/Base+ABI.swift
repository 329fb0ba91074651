import CScanbeam
import Glibc

@implementation @_cdecl("scanbeam_table_init")
public func scanbeam_table_init(_ table: UnsafeMutableRawPointer?, _ size: Int) {
  guard let table, size >= 8, size <= 65536 else { return }
  memset(table, 0, size)
  table.storeBytes(of: UInt32(size), as: UInt32.self)
}

@implementation @_cdecl("scanbeam_free")
public func scanbeam_free(_ memory: UnsafeMutableRawPointer?) { free(memory) }
