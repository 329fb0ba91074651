// The public Swift interface: readers, results, still pictures, the list of cameras.
//
//     let results = try StillPicture.decode(path: "shelf.png")
//     for code in results.codes { print(code.symbology.name, code.text?.text ?? "") }
//
// A live reader: `ReaderContext(.poll)`, `context.reader(identity: "/dev/video0")`, `setObserver`, `connect`,
// `setSymbology`, `startScanning`, and `context.loop.dispatch(timeoutMs:)` in a loop.

@_exported import Camera
@_exported import class Decoding.DecodeRecorder
@_exported import enum Decoding.PostalLetters
@_exported import Discovery
@_exported import EventLoop
@_exported import Overlay
@_exported import PCSC
@_exported import Pictures
@_exported import ReaderCore
@_exported import Readers
@_exported import Tags
