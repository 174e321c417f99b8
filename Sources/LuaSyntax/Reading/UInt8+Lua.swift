/// The classes of bytes in a Lua source.
extension UInt8 {
  var isLineBreak: Bool { self == 10 || self == 13 }
  var isSpace: Bool { self == 32 || (9...13).contains(self) }
  var isDigit: Bool { (48...57).contains(self) }
  var isHexDigit: Bool { isDigit || (97...102).contains(self | 32) }
  package var beginsName: Bool { (97...122).contains(self | 32) || self == UInt8(ascii: "_") }
  package var continuesName: Bool { beginsName || isDigit }
}
