/// A message that begins with `file:line: `, taken apart.
struct ScriptPosition {
  var file: String
  var line: Int

  /// The position in front of a Lua message, and the rest of it.
  static func split(_ message: String) -> (position: ScriptPosition?, text: String) {
    var search = message.startIndex
    while let colon = message[search...].firstIndex(of: ":") {
      let digits = message[message.index(after: colon)...].prefix { $0.isASCII && $0.isNumber }
      let file = message[..<colon]
      if !digits.isEmpty, message[digits.endIndex...].hasPrefix(":"), let line = Int(digits), !file.contains("\n") {
        let rest = message[message.index(after: digits.endIndex)...]
        return (ScriptPosition(file: String(file), line: line), String(rest.drop { $0 == " " }))
      }
      if file.contains(" ") { break }
      search = message.index(after: colon)
    }
    return (nil, message)
  }
}
