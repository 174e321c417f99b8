/// The position at the start of a Lua message: `file:line: `.
package struct ScriptPosition {
  package var file: String
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// Reads `file:line`; nil for any other value.
  package init?(site: Value) {
    guard let position = Self.split((site.text ?? "") + ": ").position else { return nil }
    self = position
  }

  /// The innermost script position in a traceback; nil if it has none.
  package static func innermost(of traceback: String) -> ScriptPosition? {
    for line in traceback.split(separator: "\n") {
      let (position, _) = split(line.drop { $0 == "\t" }.description)
      // A name in brackets is the host's own code, or C.
      if let position, !position.file.hasPrefix("[") { return position }
    }
    return nil
  }

  /// Splits a Lua message into its position and the rest.
  package static func split(_ message: String) -> (position: ScriptPosition?, text: String) {
    var search = message.startIndex
    while let colon = message[search...].firstIndex(of: ":") {
      let digits = message[message.index(after: colon)...].prefix { $0.isASCII && $0.isNumber }
      let file = message[..<colon]
      // The message may begin with a subject and give a position in another text: `json.decode: 1:2: no value`.
      let isFile = !file.contains("\n") && !file.contains(": ")
      if isFile, !digits.isEmpty, message[digits.endIndex...].hasPrefix(":"), let line = Int(digits) {
        let rest = message[message.index(after: digits.endIndex)...]
        return (ScriptPosition(file: String(file), line: line), String(rest.drop { $0 == " " }))
      }
      if file.contains(" ") { break }
      search = message.index(after: colon)
    }
    return (nil, message)
  }
}
