import CV4L2
import Camera
import Glibc
import ReaderCore
import Testing

@testable import Discovery

/// Who is there, under which lasting name, and where it is now.
@Suite struct CameraListTests {
  let tree = FakeTree()
  let camera = FakeCamera()

  init() { camera.nodes = [:] }

  @discardableResult
  func add(_ number: Int, port: String? = nil, busInfo: String? = nil) -> FakeCamera.Node {
    let node = FakeCamera.Node()
    node.busInfo = busInfo ?? port.map { "usb-0000:00:14.0-\($0)" } ?? "platform:fake-000"
    camera.nodes["\(tree.devices)/video\(number)"] = node
    tree.video(number, port: port)
    return node
  }

  func list() -> CameraList { CameraList.current(devices: tree.devices, sysfs: tree.sysfs, system: camera) }

  func resolve(_ identity: String) -> String? {
    CameraList.resolve(identity, devices: tree.devices, sysfs: tree.sysfs, system: camera)
  }

  func status(_ name: String) -> Status {
    do throws(ReaderError) {
      _ = try list().camera(name)
      return .ok
    } catch { return error.status }
  }

  @Test func namesBySerialNumberOrPlace() {
    tree.usb("1", vendor: "046d", product: "0825", serial: "A B/1\u{e9}")
    tree.usb("2.4", vendor: "046d", product: "082d")
    add(0, port: "1")
    add(2, port: "2.4")
    add(10, busInfo: "platform:vivid-000")
    let cameras = list().cameras
    #expect(
      cameras.map(\.identity) == [
        "v4l2:usb-046d:0825-A_B_1_", "v4l2:usb-0000:00:14.0-2.4", "v4l2:platform:vivid-000",
      ])
    #expect(cameras[0].aliases == ["v4l2:usb-0000:00:14.0-1", "v4l2:usb-046d:0825-A_B_1_"])
    #expect(cameras[0].driver == "uvcvideo" && cameras[0].name == "Fake Camera" && cameras[0].problem == nil)
    #expect(camera.openCount == 0)
    #expect(!camera.journal.contains { $0.hasPrefix("reqbufs") || $0.hasPrefix("rate") })
  }

  @Test func twoCamerasWithOneSerialNumber() {
    tree.usb("1", vendor: "0c45", product: "6366", serial: "SN0001")
    add(0, port: "1")
    #expect(list().cameras[0].identity == "v4l2:usb-0c45:6366-SN0001")
    tree.usb("2", vendor: "0c45", product: "6366", serial: "SN0001")
    add(1, port: "2")
    #expect(list().cameras.map(\.identity) == ["v4l2:usb-0000:00:14.0-1", "v4l2:usb-0000:00:14.0-2"])
    // The wrong camera is worse than none.
    #expect(status("v4l2:usb-0c45:6366-SN0001") == .invalidArgument)
    #expect(resolve("v4l2:usb-0c45:6366-SN0001") == nil)
    #expect(resolve("v4l2:usb-0000:00:14.0-2") == "\(tree.devices)/video1")
  }

  @Test func severalCamerasInOneDevice() {
    tree.usb("1", vendor: "8086", product: "0b07", serial: "77")
    for number in [0, 2, 4] { add(number, port: "1") }
    #expect(
      list().cameras.map(\.identity) == [
        "v4l2:usb-8086:0b07-77", "v4l2:usb-8086:0b07-77#2", "v4l2:usb-8086:0b07-77#3",
      ])
    #expect(resolve("v4l2:usb-0000:00:14.0-1#2") == "\(tree.devices)/video2")
  }

  /// Report 46: the same camera under another node.
  @Test func findsTheCameraUnderAnotherNode() throws {
    tree.usb("1", vendor: "046d", product: "0825", serial: "77")
    add(0, port: "1")
    let identity = list().cameras[0].identity
    let source = CameraList.frameSource(identity, devices: tree.devices, sysfs: tree.sysfs, system: camera)
    try source.open()
    source.close()
    tree.remove(0)
    camera.nodes = [:]
    #expect(status(identity) == .notFound)
    #expect(resolve(identity) == nil)
    #expect(throws: ReaderError.self) { try source.open() }
    let back = add(2, port: "1")
    #expect(resolve(identity) == "\(tree.devices)/video2")
    #expect(resolve("v4l2:usb-0000:00:14.0-1") == "\(tree.devices)/video2")
    try source.open()
    #expect(back.bufferCount == 4)
  }

  /// Report 47: an H.264 node, a metadata node, then the one that is wanted.
  @Test func leavesOutWhatGivesNoPictures() {
    add(0, busInfo: "platform:a").formats = [("H264", [FakeCamera.Size(width: 1280, height: 720)])]
    let metadata = add(1, busInfo: "platform:a")
    metadata.capabilities = cv4l2_cap_capture | cv4l2_cap_streaming
    metadata.deviceCaps = 0x0080_0000 | cv4l2_cap_streaming
    add(2, busInfo: "platform:a").formats = [("MJPG", [FakeCamera.Size(width: 1280, height: 720)])]
    add(3, busInfo: "platform:b").deviceCaps = cv4l2_cap_output | cv4l2_cap_streaming
    add(4, busInfo: "platform:c").deviceCaps = cv4l2_cap_m2m | cv4l2_cap_streaming
    let cameras = list().cameras
    #expect(cameras.map(\.node) == ["\(tree.devices)/video2"])
    #expect(cameras[0].identity == "v4l2:platform:a")
    #expect(
      cameras[0].formats == [
        CameraFormat(pixelFormat: .mjpg, size: PixelSize(1280, 720), framesPerSecond: 30, usable: true)
      ])
    #expect(status("\(tree.devices)/video1") == .format)
    #expect(status("\(tree.devices)/video2") == .ok)
    #expect(status("\(tree.devices)/video9") == .notFound)
  }

  @Test func listsWhatMayNotBeOpened() {
    tree.usb("1", vendor: "046d", product: "0825", serial: "77")
    for number in [0, 1] { add(number, port: "1").openError = EACCES }
    add(2).openError = EACCES
    add(3, busInfo: "platform:gone").openError = ENODEV
    let cameras = list().cameras
    #expect(cameras.map(\.identity) == ["v4l2:usb-046d:0825-77", "v4l2:video2"])
    #expect(cameras[0].aliases.contains("v4l2:usb-0000:00:14.0-1"))
    #expect(cameras[0].name == "Fake Camera")
    #expect(cameras.allSatisfy { $0.problem?.status == .access && $0.problem?.message.contains("group video") == true })
  }

  @Test func sensorsAreListedOnceWithTheWayOut() {
    for number in 0..<8 {
      add(number, busInfo: "platform:rp1-cfe").deviceCaps =
        cv4l2_cap_capture | cv4l2_cap_streaming | cv4l2_cap_media_controller
    }
    let cameras = list().cameras
    #expect(cameras.count == 1)
    #expect(cameras.first?.problem?.status == .unsupported)
  }

  @Test func aMachineWithoutVideo() {
    #expect(CameraList.current(devices: "/nowhere", sysfs: "/nowhere", system: camera).cameras.isEmpty)
  }

  @Test func nodesAreInOrderOfTheirNumbers() {
    for number in [10, 9, 100, 2] { add(number, busInfo: "platform:\(number)") }
    #expect(list().cameras.map(\.node) == [2, 9, 10, 100].map { "\(tree.devices)/video\($0)" })
  }
}

/// Nodes that come and go.
@Suite struct CameraMonitorTests {
  final class Heard { var changes: [[CameraMonitor.Change]] = [] }

  @Test func hearsOfVideoNodesOnly() throws {
    let tree = FakeTree()
    let heard = Heard()
    let monitor = try CameraMonitor(devices: tree.devices) { heard.changes.append($0) }
    monitor.handle()
    #expect(heard.changes.isEmpty)
    tree.video(0)
    tree.write("dev/null", "")
    tree.write("dev/video", "")
    tree.write("dev/videodev", "")
    var descriptor = pollfd(fd: monitor.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&descriptor, 1, 0) == 1)
    monitor.handle()
    #expect(heard.changes == [[CameraMonitor.Change(node: "\(tree.devices)/video0", exists: true)]])
    // Permissions come after the node.
    chmod("\(tree.devices)/video0", 0o600)
    monitor.handle()
    #expect(heard.changes.last == [CameraMonitor.Change(node: "\(tree.devices)/video0", exists: true)])
    tree.remove(0)
    tree.video(2)
    rename("\(tree.devices)/video2", "\(tree.devices)/video3")
    monitor.handle()
    #expect(
      heard.changes.last?.map { "\($0.node.suffix(6)) \($0.exists)" } == [
        "video0 false", "video2 false", "video3 true",
      ])
    #expect(poll(&descriptor, 1, 0) == 0)
    #expect(heard.changes.count == 3)
  }

  @Test func manyEventsAreOneCall() throws {
    let tree = FakeTree()
    let heard = Heard()
    let monitor = try CameraMonitor(devices: tree.devices) { heard.changes.append($0) }
    for i in 0..<2000 {
      tree.write("dev/video\(i % 3)", "")
      unlink("\(tree.devices)/video\(i % 3)")
    }
    monitor.handle()
    #expect(heard.changes.count == 1)
    #expect(Set(heard.changes.first?.map(\.node) ?? []).count == 3)
    #expect(heard.changes.first?.allSatisfy { !$0.exists } == true)
  }

  @Test func aFolderThatIsMissing() {
    #expect(throws: ReaderError.self) { try CameraMonitor(devices: "/nowhere") { _ in } }
  }
}
