import CV4L2
import Glibc
import ReaderCore

/// Frames of a V4L2 camera. All calls from one thread at a time.
public final class V4L2FrameSource: RawFrameSource {
  /// Cameras look at things all day: only what was read is told.
  public let answersEveryFrame = false
  /// What the camera was set to; nil while it is not open.
  public private(set) var format: CameraFormat?
  /// Frames that were overtaken by newer ones since `open`.
  public internal(set) var droppedFrames = 0
  /// Frames that were short or damaged since `open`.
  public internal(set) var damagedFrames = 0

  let system: V4L2System
  let log: Log
  /// Nanoseconds without a frame after which the stream is started anew, and after as many more given up; 0: never.
  let patience: Int64
  private let locate: () throws(ReaderError) -> String
  private let sysfs: String
  /// Size, rate and format that are wanted; another size counts from the next start of the stream.
  public private(set) var preference: CameraPreference
  /// What the camera can be told; nil while it is not open.
  public private(set) var controls: CameraControls?
  /// Says which frames are worth their conversion; nil: all.
  public var admits: ((Int64) -> Bool)?
  /// Takes frames as they are, on the thread of `next`, which then lends none; nil: they are made into luminance and lent.
  public var takesRaw: ((RawFrame) -> Void)?
  /// How the frames lie in memory; kept while the format is.
  var layout: cv4l2_picture?
  /// Name of an LED class device that lights for this camera; counts from the next `open`.
  public var lampName: String?
  /// The driver has no G_PARM, which real cameras have.
  private var hasNoRate = false

  var device: V4L2Device?
  var stream: V4L2Stream?
  var converter: LumaConverter?
  /// What `next` knows about the stream that is running.
  var progress = Progress()

  /// A source that asks for the node each time it is opened: cameras come back under other numbers.
  ///
  /// - Parameters:
  ///   - preference: Size, rate and format; the nearest possible is taken.
  ///   - patienceMs: Time without a frame after which the stream is started anew once, and when that does not help
  ///     declared stalled; 0 for cameras that are triggered from outside.
  ///   - locate: Gives the path of the node; throws `.notFound` when the camera is not there.
  public init(
    preference: CameraPreference = CameraPreference(), patienceMs: Int32 = 5000, log: Log = Log(),
    system: V4L2System = V4L2Kernel(), sysfs: String = "/sys", locate: @escaping () throws(ReaderError) -> String
  ) {
    self.preference = preference
    self.sysfs = sysfs
    self.system = system
    self.log = log
    self.locate = locate
    patience = Int64(max(patienceMs, 0)) * 1_000_000
  }

  /// A source for one node, for example "/dev/video0".
  public convenience init(
    node: String, preference: CameraPreference = CameraPreference(), log: Log = Log(),
    system: V4L2System = V4L2Kernel(), sysfs: String = "/sys"
  ) {
    self.init(
      preference: preference, log: log, system: system, sysfs: sysfs,
      locate: { () throws(ReaderError) -> String in node })
  }

  deinit { close() }

  /// Opens the node, chooses and sets the format, and takes the buffers, so that other programs find the camera busy.
  ///
  /// - Throws: `.notFound`, `.busy`, `.access`, `.format`, `.unsupported` for sensors that only libcamera can run and
  ///   drivers without streaming, `.lost`, `.noMemory`, `.io`.
  public func open() throws(ReaderError) {
    close()
    droppedFrames = 0
    damagedFrames = 0
    let device = try V4L2Device(node: try locate(), system: system)
    guard device.isCapture else {
      throw ReaderError(
        .format, "\(device.node) (\(device.card)) gives no pictures; `scanbeam list` shows the nodes that do.")
    }
    self.device = device
    do throws(ReaderError) { try configure(device) } catch {
      close()
      throw error
    }
    controls = CameraControls(ControlSet(device, lamp: lampName, sysfs: sysfs, log: log))
  }

  /// Begins to deliver frames.
  ///
  /// - Throws: `.state` when not open, `.busy`, `.unsupported`, `.lost`, `.io`; the source can then be started again.
  public func start() throws(ReaderError) {
    guard let device else { throw ReaderError(.state, "The camera is not open.") }
    if stream == nil { try configure(device) }
    guard let stream, !stream.isOn else { return }
    do throws(ReaderError) { try stream.start() } catch {
      stop()
      throw hasNoRate && error.errno == EINVAL ? device.mediaControllerError(EINVAL) : error
    }
    progress = Progress()
    progress.lastSign = system.now()
  }

  /// Changes what is wanted. Without a new start where that can be: a camera that is running takes another rate if its
  /// driver can, and keeps its own until the next start if not; only another size or format needs a new start, which is
  /// made here. Does nothing but remember while the camera is not open.
  ///
  /// - Throws: as `start`; the camera is then stopped.
  public func prefer(_ wanted: CameraPreference) throws(ReaderError) {
    let old = preference
    guard wanted != old else { return }
    preference = wanted
    guard let device, let stream else { return }
    let isOther = wanted.size != old.size || wanted.pixelFormat != old.pixelFormat
    // Nearest to what is wanted may be what runs already.
    let best = isOther ? wanted.choose(from: device.formats(near: wanted.size)) : nil
    if isOther, best?.size != format?.size || wanted.pixelFormat != nil {
      let wasOn = stream.isOn
      stop()
      if wasOn { try start() }
    } else {
      let rate = setRate(fastest(device), device)
      format?.framesPerSecond = rate
    }
  }

  /// The highest rate of the size and format that are set.
  private func fastest(_ device: V4L2Device) -> Double {
    guard let format else { return 0 }
    let same = device.formats(near: preference.size).filter {
      $0.size == format.size && $0.pixelFormat == format.pixelFormat
    }
    return same.reduce(0) { max($0, $1.framesPerSecond) }
  }

  /// Ends delivery and gives the buffers back. The format stays.
  public func stop() {
    stream?.release()
    stream = nil
  }

  /// Gives the camera back; a lamp that was lit here goes out.
  public func close() {
    controls?.end()
    controls = nil
    stop()
    converter = nil
    format = nil
    device = nil
  }

  private func configure(_ device: V4L2Device) throws(ReaderError) {
    let offers = device.formats(near: preference.size)
    guard let choice = preference.choose(from: offers) else { throw noFormat(device, offers) }
    var picture = cv4l2_picture()
    picture.width = UInt32(clamping: choice.size.width)
    picture.height = UInt32(clamping: choice.size.height)
    picture.pixelformat = choice.pixelFormat.rawValue
    var setting = v4l2_format()
    cv4l2_format_set(&setting, device.type, &picture)
    let code = device.request(cv4l2_s_fmt, &setting)
    guard code >= 0 else { throw device.requestError("be set to \(choice.pixelFormat.name)", -code) }
    // The driver may have given something else; that is what will come.
    picture = cv4l2_format_get(&setting)
    let rate = setRate(choice.framesPerSecond, device)
    converter = try LumaConverter(picture)
    layout = picture
    stream = try V4L2Stream(device)
    let format = CameraFormat(
      pixelFormat: PixelFormat(rawValue: picture.pixelformat),
      size: PixelSize(Int(picture.width), Int(picture.height)), framesPerSecond: rate, usable: true)
    self.format = format
    log(
      .info,
      "\(device.node) (\(device.card)): \(format.pixelFormat.name) \(format.size.width) x \(format.size.height), \(rate) frames/s"
    )
  }

  /// Sets the frame rate as far as the driver has one; gives what it will be, or `wanted`.
  private func setRate(_ wanted: Double, _ device: V4L2Device) -> Double {
    var parameters = v4l2_streamparm()
    parameters.type = device.type
    let code = device.request(cv4l2_g_parm, &parameters)
    hasNoRate = code == -ENOTTY
    let target = preference.framesPerSecond > 0 ? min(wanted, preference.framesPerSecond) : wanted
    guard code >= 0, target > 0.01, target < 10_000,
      parameters.parm.capture.capability & cv4l2_cap_timeperframe != 0
    else { return wanted }
    parameters.parm.capture.timeperframe = v4l2_fract(numerator: 1000, denominator: UInt32(target * 1000 + 0.5))
    // Refused: the camera runs as it likes, which is no reason not to read.
    guard device.request(cv4l2_s_parm, &parameters) >= 0 else { return wanted }
    let given = parameters.parm.capture.timeperframe
    return given.numerator > 0 ? Double(given.denominator) / Double(given.numerator) : wanted
  }

  private func noFormat(_ device: V4L2Device, _ offers: [CameraFormat]) -> ReaderError {
    if device.isMediaController { return device.mediaControllerError(0) }
    var names: [String] = []
    for offer in offers where !names.contains(offer.pixelFormat.name) { names.append(offer.pixelFormat.name) }
    let list = names.isEmpty ? "no format at all" : names.joined(separator: ", ")
    let wanted = preference.pixelFormat.map { "\($0.name) is wanted" } ?? "none of them can be read"
    return ReaderError(.format, "The camera \(device.node) (\(device.card)) offers \(list); \(wanted).")
  }
}
