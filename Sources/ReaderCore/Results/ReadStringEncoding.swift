/// How a read string is made of the bytes (numbers of CMBReadStringEncoding).
public enum ReadStringEncoding: Int32 {
  case auto = 0
  case utf8 = 1
  case utf16 = 2
  case utf32 = 3
  case latin1 = 4
  case latin2 = 5
  case shiftJIS = 6
  case ascii = 7
  case asciiShowingControls = 8
}
