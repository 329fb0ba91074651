import CScanbeam
import ReaderCore
import Readers

/// A delegate table with its user data, as the observer of a reader.
final class DelegateObserver: ReaderObserver {
  private let table: scanbeam_delegate
  private let data: UserData
  /// Not owned: the handle owns the reader that calls.
  private unowned let handle: ReaderHandle

  init(_ table: scanbeam_delegate, _ data: UserData, _ handle: ReaderHandle) {
    self.table = table
    self.data = data
    self.handle = handle
  }

  func reader(_ reader: Reader, availabilityChanged availability: Availability) {
    table.availability_changed?(data.pointer, handle.pointer, availability.rawValue)
  }

  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {
    table.connection_state_changed?(data.pointer, handle.pointer, state.rawValue)
  }

  func reader(_ reader: Reader, scanningStateChanged state: ScanningState) {
    table.scanning_state_changed?(data.pointer, handle.pointer, state.rawValue)
  }

  func reader(_ reader: Reader, received results: ReadResults) {
    guard let callback = table.results_received else { return }
    let results = Handle.make(ResultsHandle(results))
    callback(data.pointer, handle.pointer, results)
    Handle.release(results, ResultsHandle.self)
  }

  func reader(_ reader: Reader, failed error: ReaderError) {
    guard let callback = table.failed else { return }
    var table = makeTable(error)
    callback(data.pointer, handle.pointer, &table)
  }
}

@implementation @_cdecl("scanbeam_delegate_size")
public func scanbeam_delegate_size() -> Int { MemoryLayout<scanbeam_delegate>.size }
