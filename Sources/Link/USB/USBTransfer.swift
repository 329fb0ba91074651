import CLibUSB
import ReaderCore

/// One bulk transfer with its buffer, used again and again.
final class USBTransfer {
  let pointer: UnsafeMutablePointer<libusb_transfer>
  let capacity: Int
  private let buffer: UnsafeMutablePointer<UInt8>
  /// libusb's thread: it has ended; the buffer is the receiver's until the next submission.
  private let done: (USBTransfer) -> Void

  init(capacity: Int, _ done: @escaping (USBTransfer) -> Void) throws(ReaderError) {
    guard let pointer = libusb_alloc_transfer(0) else { throw ReaderError(.noMemory, "No memory for USB transfers.") }
    self.pointer = pointer
    self.capacity = capacity
    self.done = done
    buffer = .allocate(capacity: capacity)
    buffer.initialize(repeating: 0, count: capacity)
  }

  deinit {
    libusb_free_transfer(pointer)
    buffer.deallocate()
  }

  func prepare(_ handle: OpaquePointer, _ endpoint: UInt8, length: Int, zeroPacket: Bool) {
    libusb_fill_bulk_transfer(
      pointer, handle, endpoint, buffer, Int32(clamping: min(length, capacity)),
      { transfer in
        let this = Unmanaged<USBTransfer>.fromOpaque(transfer!.pointee.user_data).takeUnretainedValue()
        this.done(this)
      }, Unmanaged.passUnretained(self).toOpaque(), 0)
    pointer.pointee.flags = zeroPacket ? UInt8(LIBUSB_TRANSFER_ADD_ZERO_PACKET.rawValue) : 0
  }

  func fill(_ bytes: ArraySlice<UInt8>) {
    for (i, byte) in bytes.prefix(capacity).enumerated() { buffer[i] = byte }
  }

  var status: libusb_transfer_status { pointer.pointee.status }
  var actual: Int { max(0, min(Int(pointer.pointee.actual_length), capacity)) }
  /// What a read brought; also with a failure some may have come.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: buffer, count: actual)) }
}
