import ReaderCore

/// A vendor's wish that results are only readable with a key of his. Without a policy, which is the default, nothing looks
/// at keys.
///
/// A key is `PAYLOAD.SIGNATURE`, both in Base64. The payload is UTF-8 text of lines `name=value`: `version=1`,
/// `application=…`, `expires=…` (seconds since 1970, 0: never), `platform=…` ("linux", or "any"). The signature is Ed25519
/// (RFC 8032) over the bytes of the payload.
public final class LicencePolicy {
  /// What a key is worth; the numbers of MWB_RTREG (BarcodeScanner.h of cmbSDK 2.6.2).
  public enum Status: Int32 {
    case ok = 0
    /// None, or not of the form of a key.
    case invalidKey = -1
    /// The signature is not the vendor's.
    case invalidChecksum = -2
    case invalidApplication = -3
    case invalidKeyVersion = -5
    case invalidPlatform = -6
    case expired = -7
  }

  private let application: String
  private let publicKey: [UInt8]
  private let verifier: Ed25519
  private let lock = Lock()
  private var key: Key?
  private var problem = Status.invalidKey

  /// What a key says.
  private struct Key {
    let expires: Int64
  }

  /// - Parameters:
  ///   - application: What keys have to name.
  ///   - publicKey: The vendor's Ed25519 key, 32 bytes.
  /// - Throws: `.invalidArgument`; `.unsupported` without libsodium.
  public init(application: String, publicKey: [UInt8]) throws(ReaderError) {
    guard publicKey.count == 32, !application.isEmpty, !application.utf8.contains(0x0a) else {
      throw ReaderError(.invalidArgument, "A licence policy needs the name of an application and a key of 32 bytes.")
    }
    self.application = application
    self.publicKey = publicKey
    verifier = try Ed25519()
  }

  /// Takes a key in place of the one before.
  ///
  /// - Parameter now: Seconds since 1970.
  /// - Returns: What it is worth.
  public func register(_ text: String, now: Int64) -> Status {
    let (key, problem) = check(text)
    lock.locked { (self.key, self.problem) = (key, problem) }
    return status(now: now)
  }

  /// What the present key is worth.
  public func status(now: Int64) -> Status {
    lock.locked {
      guard let key else { return problem }
      return key.expires != 0 && now >= key.expires ? .expired : .ok
    }
  }

  private func check(_ text: String) -> (Key?, Status) {
    guard text.utf8.count <= 8192 else { return (nil, .invalidKey) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let payload = Base64.decode(parts[0].utf8), let signature = Base64.decode(parts[1].utf8),
      signature.count == 64
    else { return (nil, .invalidKey) }
    guard verifier.isValid(signature, of: payload, by: publicKey) else { return (nil, .invalidChecksum) }
    var values: [String: String] = [:]
    for line in String(decoding: payload, as: UTF8.self).split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
    guard values["version"] == "1" else { return (nil, .invalidKeyVersion) }
    guard values["application"] == application else { return (nil, .invalidApplication) }
    guard values["platform"] == "linux" || values["platform"] == "any" else { return (nil, .invalidPlatform) }
    guard let expires = values["expires"].flatMap({ Int64($0) }), expires >= 0 else { return (nil, .invalidKey) }
    return (Key(expires: expires), .ok)
  }
}

/// Signatures by libsodium, which is loaded when it is first needed.
final class Ed25519 {
  private typealias Verify =
    @convention(c) (
      UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UInt64, UnsafePointer<UInt8>?
    ) -> Int32
  private let verify: Verify

  init() throws(ReaderError) {
    let library = try DynamicLibrary(["libsodium.so.23", "libsodium.so.26"], package: "libsodium23")
    let start = try library.function("sodium_init", as: (@convention(c) () -> Int32).self)
    verify = try library.function("crypto_sign_ed25519_verify_detached", as: Verify.self)
    guard start() >= 0 else { throw ReaderError(.unsupported, "libsodium does not start.") }
  }

  func isValid(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
    guard signature.count == 64, key.count == 32 else { return false }
    return verify(signature, message, UInt64(message.count), key) == 0
  }
}
