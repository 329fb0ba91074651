/// Text for XML, SVG and HTML.
public enum Markup {
  /// Text as character data, also inside of attributes in either kind of quotes. What XML 1.0 does not allow becomes a
  /// space.
  public static func escaped(_ text: String) -> String {
    var out = ""
    for c in text.unicodeScalars {
      switch c {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      case _ where c.value < 0x20 || c.value == 0xfffe || c.value == 0xffff: out += " "
      default: out.unicodeScalars.append(c)
      }
    }
    return out
  }
}
