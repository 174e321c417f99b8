import UDFCommands
import UDFHost
import UDFServices

/// The first message that a page receives.
@MainActor
struct Greeting {
  let text: String

  /// - Parameters:
  ///   - isScreenOnly: whether the page may show nothing but the screen.
  ///   - messageLimit: the maximum size of a message from the page in bytes.
  init(_ host: AppHost, isScreenOnly: Bool = false, messageLimit: Int) {
    let entries = isScreenOnly ? [] : CommandTable.entries.filter { $0.command != .quit }
    let commands = entries.map { entry -> Value in
      [
        "name": .string(":\(entry.name)"), "argument": .string("\(entry.argument)"),
        "placeholder": .string(entry.placeholder), "summary": .string(entry.summary),
      ]
    }
    var hello: Record = [
      "app": .string(host.name), "version": 1, "host": isScreenOnly ? [:] : ["file": .string(host.file)],
      "commands": .list(commands),
      "screen_only": .boolean(isScreenOnly),
      "message_limit": .integer(Int64(messageLimit)), "limit": .integer(Int64(host.configuration.historyLimit)),
      "generation": .integer(Int64(host.generation)), "live": .boolean(host.pastAction == nil),
    ]
    if let past = host.pastAction { hello["at"] = .integer(Int64(past)) }
    var writer = JSONWriter()
    // The values are texts and integers, so writing them does not fail.
    try? writer.write(["hello": .map(hello)], at: "hello")
    text = writer.text
  }
}
