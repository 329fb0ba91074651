/// Which of the two overlays of cmbSDK (numbers of OM_CMB and OM_LEGACY).
public enum OverlayMode: Int32 {
  /// Corner lines, buttons and a bar for the time that is left.
  case cmb = 0
  /// The searched part with its surroundings dimmed, and a blinking line.
  case legacy = 1
}

/// What the legacy style does while decoding waits (numbers of PM_NONE, PM_PAUSE and PM_STOP_BLINKING).
public enum OverlayPauseMode: Int32 {
  case nothing = 0
  /// Shows a pause sign in place of the line.
  case mark = 1
  /// The line stays and does not blink.
  case steadyLine = 2
}

/// How a part looks. Colours are 0xAARRGGBB.
public struct PartStyle: Equatable {
  public var lineColour: UInt32
  public var fillColour: UInt32
  /// In units of the view.
  public var lineWidth: Double

  /// Makes a style.
  public init(line: UInt32, fill: UInt32 = 0, width: Double) {
    lineColour = line
    fillColour = fill
    lineWidth = width
  }

  /// How the library draws a part by itself.
  ///
  /// Viewport, blinking line and location: defaults of MWOverlay (widths 3, 1, 4; alphas 0.5, 0.5, 1; red, red, green).
  /// Finder: defaults of Scanbot's view controller (white with alpha 0.66, no line, width 2). Target window: yellow, as the
  /// page on target decoding shows it. The rest is our choice.
  public static func standard(_ tag: Int32) -> PartStyle {
    switch tag {
    case OverlayTag.viewport: PartStyle(line: 0x80ff_0000, fill: 0x8000_0000, width: 3)
    case OverlayTag.blinkingLine: PartStyle(line: 0xffff_0000, width: 1)
    case OverlayTag.location: PartStyle(line: 0xff00_ff00, width: 4)
    case OverlayTag.targetWindow: PartStyle(line: 0xffff_ff00, width: 2)
    case OverlayTag.finder: PartStyle(line: 0, fill: 0xa8ff_ffff, width: 2)
    case OverlayTag.area: PartStyle(line: 0xffff_ffff, width: 4)
    case OverlayTag.timeoutBar: PartStyle(line: 0xff20_a0ff, fill: 0x8000_0000, width: 0)
    default: PartStyle(line: 0xffff_ffff, fill: 0x9000_0000, width: 2)
    }
  }
}
