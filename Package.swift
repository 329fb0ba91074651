// swift-tools-version: 6.0
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

/// What makes libscanbeam.so a good citizen: runtime inside, SONAME, only the symbols of the map, never unmapped.
let sharedLibrary: [LinkerSetting] = [
  .unsafeFlags([
    "-static-stdlib", "-no-toolchain-stdlib-rpath",
    "-Xlinker", "-soname=libscanbeam.so.0",
    "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/ScanbeamABI/scanbeam.map",
    "-Xlinker", "-z", "-Xlinker", "defs",
    "-Xlinker", "-z", "-Xlinker", "nodelete",
    "-Xlinker", "--gc-sections",
  ])
]

let package = Package(
  name: "scanbeam",
  products: [
    .library(name: "scanbeam", type: .dynamic, targets: ["ScanbeamABI"]),
    .library(name: "Scanbeam", type: .static, targets: ["Scanbeam"]),
    .executable(name: "scanbeam-tool", targets: ["ScanbeamCLI"]),
  ],
  targets: [
    .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CV4LConvert", pkgConfig: "libv4lconvert", providers: [.apt(["libv4l-dev"])]),
    .target(name: "CPlatform"),
    .target(name: "CV4L2"),
    .target(name: "CScanbeam"),

    .target(name: "ReaderCore", dependencies: ["CPlatform"], swiftSettings: lean),
    .target(name: "Imaging", dependencies: ["ReaderCore"], swiftSettings: lean),
    .target(name: "Pictures", dependencies: ["ReaderCore", "Imaging", "CTurboJPEG", "CPNG"], swiftSettings: lean),
    .target(name: "Decoding", dependencies: ["ReaderCore", "Imaging", "CZBar"], swiftSettings: lean),
    .target(name: "EventLoop", dependencies: ["ReaderCore", "CPlatform"], swiftSettings: lean),
    .target(
      name: "Camera",
      dependencies: ["ReaderCore", "Imaging", "Pictures", "EventLoop", "CPlatform", "CV4L2", "CV4LConvert"],
      swiftSettings: lean),
    .target(
      name: "Discovery", dependencies: ["ReaderCore", "EventLoop", "Camera", "CPlatform"], swiftSettings: lean),
    .target(
      name: "Readers",
      dependencies: ["ReaderCore", "Imaging", "Pictures", "Decoding", "EventLoop", "Camera", "Discovery"],
      swiftSettings: lean),
    .target(name: "Scanbeam", dependencies: ["Readers"], swiftSettings: lean),
    .target(
      name: "ScanbeamABI", dependencies: ["Readers", "CScanbeam", "CPlatform"], exclude: ["scanbeam.map"],
      swiftSettings: lean + [.unsafeFlags(["-static-stdlib"])], linkerSettings: sharedLibrary),
    .executableTarget(
      name: "ScanbeamCLI", dependencies: ["Scanbeam"],
      swiftSettings: lean + [.unsafeFlags(["-static-stdlib"])],
      linkerSettings: [.unsafeFlags(["-static-stdlib", "-no-toolchain-stdlib-rpath"])]),

    .target(name: "TestSupport", dependencies: ["ReaderCore", "EventLoop"], path: "Tests/Support"),
    .testTarget(name: "ReaderCoreTests", dependencies: ["ReaderCore", "TestSupport"]),
    .testTarget(name: "ImagingTests", dependencies: ["Imaging", "TestSupport"]),
    .testTarget(name: "PicturesTests", dependencies: ["Pictures", "TestSupport"]),
    .testTarget(name: "DecodingTests", dependencies: ["Decoding", "Pictures", "TestSupport"]),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "TestSupport"]),
    .testTarget(name: "CameraTests", dependencies: ["Camera", "Discovery", "TestSupport"]),
    .testTarget(name: "ReadersTests", dependencies: ["Readers", "TestSupport"]),
  ],
  swiftLanguageModes: [.v5],
  cxxLanguageStandard: .cxx20
)
