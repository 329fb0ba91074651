public import CScanbeam
import ReaderCore
import Readers

@implementation @_cdecl("scanbeam_symbology_name")
public func scanbeam_symbology_name(_ symbology: scanbeam_symbology) -> UnsafePointer<CChar> {
  pointer(Symbology(rawValue: symbology).staticName)
}

@implementation @_cdecl("scanbeam_symbology_from_name")
public func scanbeam_symbology_from_name(_ name: UnsafePointer<CChar>?) -> scanbeam_symbology {
  guard let name else { return 0 }
  return Symbology(name: String(cString: name))?.rawValue ?? 0
}

@implementation @_cdecl("scanbeam_variant_name")
public func scanbeam_variant_name(_ variant: scanbeam_variant) -> UnsafePointer<CChar> {
  pointer(Variant(rawValue: variant).staticName)
}

@implementation @_cdecl("scanbeam_symbology_available")
public func scanbeam_symbology_available(_ symbology: scanbeam_symbology) -> Int32 {
  Availabilities.symbologies.contains(Symbology(rawValue: symbology)) ? 1 : 0
}

@implementation @_cdecl("scanbeam_symbologies")
public func scanbeam_symbologies(
  _ out: UnsafeMutablePointer<scanbeam_symbology>?, _ capacity: Int, _ needed: UnsafeMutablePointer<Int>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let members = Availabilities.symbologies.members
    needed?.pointee = members.count
    guard capacity != 0 else { return }
    guard let out else { throw missing("array") }
    guard capacity >= members.count || capacity < 0 else {  // a size_t beyond Int.max
      throw ReaderError(.bufferTooSmall, "The array has \(capacity) elements; \(members.count) are needed.")
    }
    for (i, member) in members.enumerated() { out[i] = member.rawValue }
  }
}
