import ReaderCore

/// From records to bytes.
extension NDEFMessage {
  /// The message as it is stored: short records where they fit, no chunks.
  public func bytes() throws(ReaderError) -> [UInt8] {
    guard records.count <= NDEFMessage.recordLimit else {
      throw ReaderError(.invalidArgument, "A message has at most \(NDEFMessage.recordLimit) records.")
    }
    var out: [UInt8] = []
    for (index, record) in records.enumerated() {
      guard record.type.count <= 255, record.id.count <= 255, record.payload.count <= Int(UInt32.max) else {
        throw ReaderError(.invalidArgument, "Type and id of a record have at most 255 bytes.")
      }
      let isShort = record.payload.count <= 255
      var header = record.typeName.rawValue
      if index == 0 { header |= 0x80 }
      if index == records.count - 1 { header |= 0x40 }
      if isShort { header |= 0x10 }
      if !record.id.isEmpty { header |= 0x08 }
      out += [header, UInt8(record.type.count)]
      if isShort {
        out.append(UInt8(record.payload.count))
      } else {
        for shift in [24, 16, 8, 0] { out.append(UInt8((record.payload.count >> shift) & 0xff)) }
      }
      if !record.id.isEmpty { out.append(UInt8(record.id.count)) }
      out += record.type
      out += record.id
      out += record.payload
    }
    return out
  }
}
