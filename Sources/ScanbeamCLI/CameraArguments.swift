import Glibc
import Scanbeam

/// Options that camera readers share.
enum CameraArguments {
  /// `--mode`.
  static func mode(_ arguments: Arguments) throws(Failure) -> CameraMode {
    switch arguments.value("--mode") {
    case nil, "no-aimer": return .noAimer
    case "passive-aimer": return .passiveAimer
    case "active-aimer": return .activeAimer
    case "front": return .frontCamera
    case let word?:
      throw Failure("--mode takes no-aimer, passive-aimer, active-aimer or front, not \"\(word)\".")
    }
  }

  /// `--dmcc`: commands separated by semicolons.
  static func commands(_ arguments: Arguments) -> [String] {
    (arguments.value("--dmcc") ?? "").split(separator: ";").map { part in
      var text = String(part.drop { $0 == " " })
      while text.last == " " { text.removeLast() }
      return text
    }.filter { !$0.isEmpty }
  }
}

/// How a reader on the network is logged in to. The password comes from a file or the environment, where others do not
/// see it.
enum LoginArguments {
  /// The options, for `Arguments`.
  static let options: Set<String> = ["--user", "--password-file"]

  /// `--password-file`, or SCANBEAM_PASSWORD; nil: none.
  static func password(_ arguments: Arguments) throws(Failure) -> String? {
    guard let path = arguments.value("--password-file") else {
      return getenv("SCANBEAM_PASSWORD").map { String(cString: $0) }
    }
    let bytes = try attempt { () throws(ReaderError) in try PictureFile.bytes(path: path, limit: 4096) }
    let line = String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
    guard !line.isEmpty else { throw Failure("The first line of \(path) is empty; it is to be the password.") }
    return line
  }

  static func login(_ arguments: Arguments) throws(Failure) -> NetworkLogin {
    var login = NetworkLogin()
    login.user = arguments.value("--user") ?? ""
    login.password = try password(arguments)
    return login
  }

  /// A reader by its identity, logged in to where that is of use.
  static func reader(
    _ context: ReaderContext, _ identity: String, _ login: NetworkLogin
  ) throws(ReaderError) -> Reader {
    guard TerminalIdentity.hasScheme(identity), case .tcp(let host, let port) = try TerminalIdentity(identity) else {
      return try context.reader(identity: identity)
    }
    return try context.networkReader(host: host, port: port, login)
  }
}
