/// How the images of results are made.
public struct ImageForm: Equatable {
  /// By what each side is divided: 1, 2, 4 or 8.
  public var factor = 1
  /// JPEG, else a bitmap.
  public var isJPEG = true
  /// JPEG quality, 10 to 100.
  public var quality = 50
  /// The defaults.
  public init() {}
}
