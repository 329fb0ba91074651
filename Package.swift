// swift-tools-version: 6.0
import Foundation
import PackageDescription

// One target per layer; the arrows between them are those of the README. No target that ends up in the library imports
// Foundation, Dispatch or Swift concurrency: the shared library carries the Swift runtime in itself and needs none on
// the target machine.

/// Swift without the modules that it would import by itself.
let lean: [SwiftSetting] = [
  .unsafeFlags([
    "-Xfrontend", "-disable-implicit-concurrency-module-import",
    "-Xfrontend", "-disable-implicit-string-processing-module-import",
  ])
]

/// The sanitizers bring a runtime of their own, which a library with its runtime inside cannot link: their builds
/// (`SCANBEAM_SANITIZE=1 swift test --sanitize=address`) are for the tests of the layers alone.
let isSanitized = Context.environment["SCANBEAM_SANITIZE"] != nil

/// Pixel code takes ten times as long without optimization, and a hundred times under a sanitizer: there it is optimized as in the
/// library, and what draws pictures for tests always.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"])]
let pixels: [SwiftSetting] = lean + (isSanitized ? optimized : [])

/// The Swift runtime inside.
let standalone: [SwiftSetting] = isSanitized ? [] : [.unsafeFlags(["-static-stdlib"])]

/// What makes libscanbeam.so a good citizen: runtime inside, SONAME, only the symbols of the map, never unmapped.
let sharedLibrary: [LinkerSetting] =
  isSanitized
  ? []
  : [
    .unsafeFlags([
      "-static-stdlib", "-no-toolchain-stdlib-rpath",
      "-use-ld=lld", "-Xlinker", "-soname=libscanbeam.so.0",
      "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/ScanbeamABI/scanbeam.map",
      "-Xlinker", "-z", "-Xlinker", "defs",
      "-Xlinker", "-z", "-Xlinker", "nodelete",
      "-Xlinker", "--gc-sections",
    ])
  ]

/// Where zxing-cpp 3 is: the prefix that `tools/deps` fills, else what pkg-config knows; nil: built without it.
struct ZXing {
  var include: [String]
  var link: [String]

  static func find() -> ZXing? {
    let environment = Context.environment
    let cache = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "") + "/.cache"
    let prefix = environment["SCANBEAM_DEPS"] ?? cache + "/scanbeam/deps"
    if FileManager.default.fileExists(atPath: prefix + "/lib/libZXing.a") {
      return ZXing(include: ["-I\(prefix)/include"], link: ["-L\(prefix)/lib", "-lZXing", "-lstdc++"])
    }
    guard pkgConfig(["--atleast-version=3.0"]) != nil, let include = pkgConfig(["--cflags"]),
      let link = pkgConfig(["--libs"])
    else { return nil }
    return ZXing(include: include, link: link + ["-lstdc++"])
  }

  private static func pkgConfig(_ arguments: [String]) -> [String]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pkg-config"] + arguments + ["zxing"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
  }
}

let zxing = ZXing.find()
let zxingTargets: [Target] =
  zxing.map {
    [
      .target(
        name: "CZXing", cxxSettings: [.unsafeFlags($0.include + ["-fvisibility=hidden"])],
        linkerSettings: [.unsafeFlags($0.link)])
    ]
  } ?? []
let zxingDependency: [Target.Dependency] = zxing == nil ? [] : ["CZXing"]
let zxingDefine: [SwiftSetting] = zxing == nil ? [] : [.define("ZXING")]

/// DMCC terminals: the language, the simulator that it is tested against, and what joins the two.
let terminalTargets: [Target] = [
  .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
  .target(name: "DMCC", dependencies: ["ReaderCore", "CExpat"], swiftSettings: lean),
  .testTarget(name: "DMCCTests", dependencies: ["DMCC", "TestSupport"]),
  .target(
    name: "DMCCServer", dependencies: ["ReaderCore", "Pictures", "EventLoop", "DMCC", "Link", "Discovery", "Readers"],
    swiftSettings: lean),
  .testTarget(name: "DMCCServerTests", dependencies: ["DMCCServer", "TestSupport"]),
  .target(name: "SimulatorCore", path: "Tests/Support/Simulator/Core", swiftSettings: lean),
  .target(name: "DMCCBench", dependencies: ["DMCC", "SimulatorCore", "ReaderCore"], path: "Tests/Support/DMCCBench"),
  .testTarget(name: "TerminalTests", dependencies: ["DMCCBench", "Discovery", "TestSupport"]),
  .executableTarget(
    name: "scanbeam-simulator", dependencies: ["SimulatorCore"], path: "Tests/Support/Simulator/Tool",
    swiftSettings: lean),
  .executableTarget(
    name: "dmcc-fuzz", dependencies: ["DMCCBench", "Discovery", "Link"], path: "Tests/Fuzz/DMCC", swiftSettings: lean),
  .executableTarget(name: "dmcc-trial", dependencies: ["DMCCBench"], path: "Tests/Trial/DMCC", swiftSettings: lean),
]

let package = Package(
  name: "scanbeam",
  products: [
    .library(name: "scanbeam", type: .dynamic, targets: ["ScanbeamABI"]),
    .library(name: "Scanbeam", type: .static, targets: ["Scanbeam"]),
    .library(name: "ScanbeamAsync", type: .static, targets: ["ScanbeamAsync"]),
    .executable(name: "scanbeam-tool", targets: ["ScanbeamCLI"]),
  ],
  targets: [
    .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CV4LConvert", pkgConfig: "libv4lconvert", providers: [.apt(["libv4l-dev"])]),
    .systemLibrary(name: "CLibUSB", pkgConfig: "libusb-1.0", providers: [.apt(["libusb-1.0-0-dev"])]),
    .target(name: "CPlatform"),
    .target(name: "CV4L2"),
    .target(name: "CScanbeam"),
    .target(name: "CPCSC", dependencies: ["CPlatform"]),
    .target(name: "CSystemBus", dependencies: ["CPlatform"]),
    // Only in the tool: what `scanbeam bench kernels` compares with.
    .target(name: "CTwins", cSettings: [.unsafeFlags(["-O3"])]),

    .target(name: "ReaderCore", dependencies: ["CPlatform"], swiftSettings: lean),
    .target(name: "Imaging", dependencies: ["ReaderCore", "CPlatform"], swiftSettings: pixels),
    .target(
      name: "Pictures", dependencies: ["ReaderCore", "Imaging", "CPlatform", "CTurboJPEG", "CPNG"], swiftSettings: lean),
    .target(
      name: "Decoding", dependencies: ["ReaderCore", "Imaging", "CPlatform", "CZBar"] + zxingDependency,
      swiftSettings: pixels + zxingDefine),
    .target(name: "Tags", dependencies: ["ReaderCore"], swiftSettings: lean),
    .target(name: "Overlay", dependencies: ["ReaderCore"], swiftSettings: lean),
    .target(name: "PCSC", dependencies: ["ReaderCore", "Tags", "CPCSC", "CPlatform"], swiftSettings: lean),
    .target(name: "EventLoop", dependencies: ["ReaderCore", "CPlatform"], swiftSettings: lean),
    .target(name: "MessageBus", dependencies: ["ReaderCore", "EventLoop", "CSystemBus"], swiftSettings: lean),
    .target(name: "BLE", dependencies: ["ReaderCore", "EventLoop", "MessageBus", "Tags"], swiftSettings: lean),
    .target(
      name: "Camera",
      dependencies: ["ReaderCore", "Imaging", "Pictures", "EventLoop", "CPlatform", "CV4L2", "CV4LConvert"],
      swiftSettings: lean),
    .target(name: "Link", dependencies: ["ReaderCore", "EventLoop", "CPlatform", "CLibUSB"], swiftSettings: lean),
    .target(
      name: "Discovery", dependencies: ["ReaderCore", "EventLoop", "Camera", "Link", "CPlatform"], swiftSettings: lean),
    .target(
      name: "Readers",
      dependencies: [
        "ReaderCore", "Imaging", "Pictures", "Decoding", "DMCC", "EventLoop", "Camera", "Link", "Discovery", "Tags",
        "PCSC", "MessageBus", "BLE", "Overlay",
      ],
      swiftSettings: lean),
    .target(name: "Scanbeam", dependencies: ["Readers", "Overlay"], swiftSettings: lean),
    // The page of `scanbeam preview --http`; only in the tool.
    .target(
      name: "PreviewServer",
      dependencies: ["ReaderCore", "CPlatform", "EventLoop", "Link", "Overlay", "Pictures", "Readers"],
      swiftSettings: lean),
    // For programs with Swift concurrency; nothing that ends up in the shared library.
    .target(name: "ScanbeamAsync", dependencies: ["Scanbeam"]),
    .target(
      name: "ScanbeamABI", dependencies: ["Readers", "Tags", "Overlay", "CScanbeam", "CPlatform"],
      exclude: ["scanbeam.map"],
      swiftSettings: lean + standalone, linkerSettings: sharedLibrary),
    .executableTarget(
      name: "ScanbeamCLI",
      dependencies: ["Scanbeam", "PreviewServer", "DMCCServer", "Decoding", "Imaging", "CTwins"],
      swiftSettings: lean + standalone,
      linkerSettings: isSanitized ? [] : [.unsafeFlags(["-static-stdlib", "-no-toolchain-stdlib-rpath"])]),

    .target(
      name: "TestSupport", dependencies: ["ReaderCore", "EventLoop"], path: "Tests/Support",
      exclude: ["Simulator", "DMCCBench"], swiftSettings: optimized),
    .testTarget(name: "ReaderCoreTests", dependencies: ["ReaderCore", "TestSupport"]),
    .testTarget(name: "ImagingTests", dependencies: ["Imaging", "CPlatform", "TestSupport"]),
    .testTarget(name: "PicturesTests", dependencies: ["Pictures", "TestSupport"]),
    .testTarget(
      name: "DecodingTests", dependencies: ["Decoding", "Imaging", "Pictures", "TestSupport"],
      swiftSettings: zxingDefine),
    .testTarget(name: "SymbologyFuzz", dependencies: ["Decoding"], path: "Tests/Fuzz/Symbologies"),
    .testTarget(name: "OverlayTests", dependencies: ["Overlay", "TestSupport"]),
    .testTarget(name: "TagsTests", dependencies: ["Tags", "TestSupport"]),
    .testTarget(name: "PCSCTests", dependencies: ["PCSC", "TestSupport"]),
    .testTarget(name: "BLETests", dependencies: ["BLE", "MessageBus", "TestSupport"]),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "TestSupport"]),
    .testTarget(name: "DiscoveryTests", dependencies: ["Discovery", "Link", "CPlatform", "TestSupport"]),
    .testTarget(name: "LinkTests", dependencies: ["Link", "TestSupport"]),
    .testTarget(name: "CameraTests", dependencies: ["Camera", "Discovery", "TestSupport"]),
    .testTarget(name: "PreviewServerTests", dependencies: ["PreviewServer", "Readers", "TestSupport"]),
    .testTarget(name: "ScanbeamTests", dependencies: ["ScanbeamAsync", "TestSupport"]),
    .testTarget(
      name: "ReadersTests", dependencies: ["Readers", "Overlay", "DMCC", "Link", "Discovery", "TestSupport"]),
  ] + zxingTargets + terminalTargets,
  swiftLanguageModes: [.v5],
  cxxLanguageStandard: .cxx20
)
