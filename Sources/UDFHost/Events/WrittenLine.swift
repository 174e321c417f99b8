/// The unfinished line that scripts have written.
struct WrittenLine {
  /// The maximum length of a line in bytes; longer lines are divided.
  private static let limit = 64 << 10
  private var text = ""
  private var isAtPrompt = false

  /// Adds a text. Returns the events for complete lines: everything up to the last line end is one event.
  mutating func add(_ more: String, atPrompt: Bool) -> [HostEvent] {
    var events = isAtPrompt == atPrompt ? [] : end()
    isAtPrompt = atPrompt
    if let newline = more.utf8.lastIndex(of: UInt8(ascii: "\n")) {
      events.append(event(text + more[..<newline]))
      text = String(more[more.utf8.index(after: newline)...])
    } else {
      text += more
    }
    return text.utf8.count > Self.limit ? events + end() : events
  }

  /// Ends the line. Returns its event unless the line is empty.
  mutating func end() -> [HostEvent] {
    defer { text = "" }
    return text.isEmpty ? [] : [event(text)]
  }

  private func event(_ text: String) -> HostEvent {
    isAtPrompt ? .print(text) : .log(level: "info", message: text, fields: [:])
  }
}
