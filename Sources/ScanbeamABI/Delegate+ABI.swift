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

  func reader(_ reader: Reader, told event: ReaderEvent) {
    guard let callback = table.event else { return }
    var table = scanbeam_event()
    table.size = UInt32(MemoryLayout<scanbeam_event>.size)
    var text: CText?
    var bytes: [UInt8] = []
    switch event {
    case .heartbeatMissed(let count): (table.kind, table.done) = (1, Int64(count))
    case .unresponsive: table.kind = 2
    case .responsive: table.kind = 3
    case .restarted(let restored): (table.kind, table.done) = (4, restored ? 1 : 0)
    case .transfer(let outgoing, let done, let total):
      (table.kind, table.done, table.total) = (outgoing ? 5 : 6, Int64(done), Int64(total))
    case .liveImage(let image): (table.kind, bytes) = (7, image)
    case .notice(let status, let words, let data):
      (table.kind, table.status, text, bytes) = (8, status, CText(words), data)
    case .offProtocol(let data): (table.kind, bytes) = (9, data)
    case .pushedImage(let name, let type, let file):
      (table.kind, table.status, text, bytes) = (10, type, CText(name), file)
    }
    bytes.withUnsafeBufferPointer { buffer in
      table.text = text?.pointer
      if !buffer.isEmpty { table.data = scanbeam_bytes(data: buffer.baseAddress, size: buffer.count) }
      callback(data.pointer, handle.pointer, &table)
    }
  }

  func reader(_ reader: Reader, beeps count: Int, tone: Int) {
    table.beep?(data.pointer, handle.pointer, Int32(clamping: count), Int32(clamping: tone))
  }
}

@implementation @_cdecl("scanbeam_delegate_size")
public func scanbeam_delegate_size() -> Int { MemoryLayout<scanbeam_delegate>.size }
