/// An error for people and programs.
public struct HostError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The code for programs: `syntax raised budget memory stuck refused unhandled state load usage cancelled loop effect
  /// session past owner`.
  public var code: String
  /// The whole text, `file:line: subject: what is wrong`, then indented lines on the consequences and how to fix it.
  public var message: String
  public var file: String?
  public var line: Int?
  public var column: Int?
  public var traceback: String?
  /// In the table of a declaration: the keys that lead to the invalid value.
  var keys: [String] = []

  public var description: String { message }
  /// The message without the file and the line at its beginning.
  var reason: String {
    guard let file, let line else { return message }
    let place = "\(file):\(line): "
    return message.hasPrefix(place) ? String(message.dropFirst(place.count)) : message
  }
  /// Whether a script was stopped before it ended: it was interrupted, or has used up its time or memory. Such an error
  /// does not show whether the script is correct.
  var isStop: Bool { ["budget", "cancelled", "memory"].contains(code) }

  public init(
    code: String, message: String, file: String? = nil, line: Int? = nil, column: Int? = nil,
    traceback: String? = nil
  ) {
    self.code = code
    self.message = message
    self.file = file
    self.line = line
    self.column = column
    self.traceback = traceback
  }

  /// Makes the error of a misuse: of a command, an option or a function.
  package init(usage message: String) { self.init(code: "usage", message: message) }

  /// Makes the error of an invalid app, at the place of the invalid part.
  init(load text: String, at place: ScriptPosition?) {
    let site = place.map { "\($0.file):\($0.line): " } ?? ""
    self.init(code: "load", message: site + text, file: place?.file, line: place?.line)
  }
}
