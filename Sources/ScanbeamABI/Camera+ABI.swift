public import CScanbeam
import ReaderCore
import Readers

@implementation @_cdecl("scanbeam_reader_new_camera")
public func scanbeam_reader_new_camera(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ context: OpaquePointer?,
  _ options: UnsafePointer<scanbeam_camera_options>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the reader") }
    let owner = try ContextHandle.checked(context)
    var camera = CameraOptions()
    if let options {
      let table = try SizedTable.read(options, first: 32)
      guard let mode = CameraMode(rawValue: table.mode) else {
        throw ReaderError(.invalidArgument, "The camera mode is \(table.mode); it must be 0 to 3.")
      }
      guard let position = CameraPosition(rawValue: table.position) else {
        throw ReaderError(.invalidArgument, "The camera's position is \(table.position); it must be 0 to 2.")
      }
      let preview = PreviewOptions(rawValue: table.preview_options)
      guard PreviewOptions.known.isSuperset(of: preview), table.unused == 0 else {
        throw ReaderError(.invalidArgument, "The preview options have bits that this version does not know.")
      }
      camera = CameraOptions(mode: mode, preview: preview, position: position)
      camera.identity = table.identity.map { String(cString: $0) }
    }
    out.pointee = Handle.make(ReaderHandle(try owner.context.camera(camera), owner))
  }
}

@implementation @_cdecl("scanbeam_reader_get_preview")
public func scanbeam_reader_get_preview(
  _ reader: OpaquePointer?, _ out: UnsafeMutablePointer<scanbeam_preview>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    guard let reader = Handle.object(reader, ReaderHandle.self)?.reader else { throw missing("reader") }
    guard let plan = reader.preview else {
      throw ReaderError(.unsupported, "Only readers that were made by scanbeam_reader_new_camera have a preview.")
    }
    var table = scanbeam_preview()
    table.mode = plan.mode.rawValue
    table.options = plan.options.rawValue
    table.shown = plan.isShown ? 1 : 0
    table.zoom_button = plan.hasZoomButton ? 1 : 0
    table.light_button = plan.hasLightButton ? 1 : 0
    table.close_button = plan.hasCloseButton ? 1 : 0
    table.starts_paused = plan.startsPaused ? 1 : 0
    table.stays_paused = plan.staysPaused ? 1 : 0
    table.hardware_trigger = plan.hasHardwareTrigger ? 1 : 0
    table.frames_per_second = Int32(plan.framesPerSecond)
    table.width = Int32(plan.size.width)
    table.height = Int32(plan.size.height)
    try SizedTable.write(table, to: out, first: 56)
  }
}
