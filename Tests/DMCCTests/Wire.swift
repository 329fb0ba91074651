@testable import DMCC

/// Shorthand of the tests.

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Pieces of a stream through a framer, with the same bulk answer for all.
func frames(_ pieces: [[UInt8]], bulk: Bool = false, limits: DMCCFramer.Limits = .init()) -> [DMCCFrame] {
  var framer = DMCCFramer(limits: limits)
  var out: [DMCCFrame] = []
  for piece in pieces {
    framer.append(piece, now: 0)
    while let frame = framer.next(now: 0, expectsBulk: { _ in bulk }) { out.append(frame) }
  }
  return out
}

func message(
  _ payload: String, checksum: Int? = nil, id: Int? = nil, result: Int? = nil, count: Int? = nil, status: Int32 = 0,
  bulk: [UInt8]? = nil
) -> DMCCFrame {
  let header = DMCCHeader(
    checksum: checksum, id: id, resultID: result, byteCount: count, status: DMCCStatus(rawValue: status))
  return .message(DMCCMessage(header: header, payload: bytes(payload), bulk: bulk))
}

let second: Int64 = 1_000_000_000
