/// Names of the parts of an overlay. 1110 to 1116 are the view tags of cmbSDK's layouts; the others are ours.
public enum OverlayTag {
  public static let zoomButton: Int32 = 1110
  public static let lightButton: Int32 = 1111
  public static let closeButton: Int32 = 1112
  /// The corner lines around what is looked at.
  public static let area: Int32 = 1115
  /// How much of the time of a scan is left.
  public static let timeoutBar: Int32 = 1116
  /// Starts and stops decoding in the paused mode.
  public static let triggerButton: Int32 = 1120
  /// The part of the frame that is searched (legacy style).
  public static let viewport: Int32 = 1121
  /// The line of the legacy style.
  public static let blinkingLine: Int32 = 1122
  /// The window of target decoding.
  public static let targetWindow: Int32 = 1123
  /// The outline of a code that was read.
  public static let location: Int32 = 1124
  /// The frame of a finder.
  public static let finder: Int32 = 1125
  /// The sign that decoding waits (legacy style).
  public static let pauseMark: Int32 = 1126

  /// Every part that the library draws.
  public static let all: [Int32] = [
    viewport, finder, area, blinkingLine, targetWindow, location, pauseMark, timeoutBar, zoomButton, lightButton,
    closeButton, triggerButton,
  ]
  /// The first tag that a host may give to shapes of its own.
  public static let firstOfHost: Int32 = 10000
}
