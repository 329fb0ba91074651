import Glibc
import Scanbeam

/// `scanbeam read`: pictures, directories, standard input, cameras, terminals.
enum ReadCommand {
  static let usage = """
    scanbeam read SOURCE… [options]

    SOURCE is a picture (PNG, JPEG, PNM, BMP), a directory of pictures, - for a picture on standard input, or a camera:
    /dev/videoN or an identity that "scanbeam list" prints, or a terminal: an identity, tcp:HOST, /dev/ttyX, or mx: for the
    first on USB, or a contactless reader: pcsc:NAME, ble:ADDRESS, pcsc: or ble: for the first, or a hand scanner: hid:….
    These are read until --count or --timeout is reached, or ^C.

      --json                 one JSON object a code instead of text
      --symbologies A,B      read only these (default: all; see scanbeam symbologies)
      --effort 1..5          1 fastest, 5 most thorough (default 2)
      --count N              stop after N codes
      --timeout SECONDS      stop after so long
      --annotate OUT.png     write the picture with the outlines drawn in (several pictures: OUT-2.png, OUT-3.png …)
      --svg OUT.svg          write the outlines as SVG (several: as above)
      --tag-format F         what to tell of a tag: type+data (default), type+id, data or id
      --user NAME, --password-file FILE
                             for readers on the network that ask (default: admin, SCANBEAM_PASSWORD in the environment)
      --preview              show what the camera sees in a window (see scanbeam preview)
      --quiet                no notes about pictures without a code

    \(CameraSetup.usage)

    Exit codes: 0 something was read, 1 nothing was read, 2 error.
    """

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(
      words,
      valued: CameraSetup.options.union([
        "--symbologies", "--effort", "--count", "--timeout", "--annotate", "--svg", "--tag-format", "--user",
        "--password-file",
      ]),
      flags: CameraSetup.flags.union(["--json", "--quiet", "--preview", "--help", "-h"]))
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    guard !arguments.positional.isEmpty else {
      throw Failure("read needs a picture, a directory, - or a camera; scanbeam read --help explains it.")
    }
    if arguments.has("--preview") { return try preview(arguments) }
    let session = try ReadSession(arguments)
    for source in arguments.positional where !session.isDone { try read(source, session) }
    Progress.clear()
    return session.exitCode
  }

  /// In the window of another program.
  private static func preview(_ arguments: Arguments) throws(Failure) -> Int32 {
    let senseless = [
      ("--annotate", "--image keeps the frames, --svg the drawings"), ("--tag-format", "tags have no frames"),
      ("--user", "readers on the network have no frames"), ("--password-file", "readers on the network have no frames"),
    ]
    for (name, why) in senseless where arguments.value(name) != nil {
      throw Failure("--preview goes without \(name): \(why).")
    }
    let setup = try CameraSetup(arguments)
    throw try PreviewWindow.run(
      arguments, arguments.positional, passed: ["--image", "--svg"], setup.camera.preview, setup: setup.words())
  }

  private static func read(_ source: String, _ session: ReadSession) throws(Failure) {
    if source.hasPrefix("v4l2:") || source.hasPrefix("/dev/video") || source == "mx:" || source.hasPrefix("pcsc:")
      || source.hasPrefix("ble:") || source.hasPrefix("camera:") || source.hasPrefix("hid:")
      || TerminalIdentity.hasScheme(source)
    {
      try CameraRun(session).run(source)
    } else if source == "-" {
      try readStandardInput(session)
    } else {
      try readPictures(source.hasPrefix("file:") ? String(source.dropFirst(5)) : source, session)
    }
  }

  private static func readStandardInput(_ session: ReadSession) throws(Failure) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress, $0.count) }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(ReaderError(.io, "Standard input cannot be read.", errno: errno))
      }
      bytes += chunk.prefix(count)
      guard bytes.count <= 1 << 30 else { throw Failure("Standard input brings more than 1 GiB.") }
    }
    do throws(ReaderError) {
      let image = try bytes.withUnsafeBufferPointer { (buffer) throws(ReaderError) in
        try PictureFile.decode(UnsafeRawBufferPointer(buffer))
      }
      try session.report(image, source: "-", alone: true)
    } catch { session.fail("-", error) }
  }

  private static func readPictures(_ path: String, _ session: ReadSession) throws(Failure) {
    let isDirectory = FileKind.isDirectory(path)
    let paths = isDirectory ? try attempt { () throws(ReaderError) in try PictureFile.list(directory: path) } : [path]
    if paths.isEmpty { throw Failure("There is no picture in \(path).") }
    for (index, picture) in paths.enumerated() where !session.isDone {
      Progress.show(index, of: paths.count, picture)
      do throws(ReaderError) {
        try session.report(try PictureFile.load(path: picture), source: picture, alone: !isDirectory)
      } catch { session.fail(picture, error) }
    }
    Progress.clear()
  }
}

/// What kind of file a path names.
enum FileKind {
  static func isDirectory(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }
}
