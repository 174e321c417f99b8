/// An error as a person or a program reads it.
public struct HostError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A word for programs: `syntax raised budget memory refused unhandled state load usage cancelled loop effect session
  /// past owner`.
  public var code: String
  /// The whole text, `file:line: subject: what is wrong`, then indented lines on what became of it and how to fix it.
  public var message: String
  public var file: String?
  public var line: Int?
  public var column: Int?
  public var traceback: String?
  /// In the table of a declaration: what leads to what is wrong.
  var keys: [String] = []

  public var description: String { message }
  /// Whether a script was stopped before it ended: it was interrupted, or has spent its time or memory. Such an error is no
  /// judgement of the script on its input.
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

  /// An app that is wrong as a whole, at the place of the part that is.
  init(load text: String, at place: ScriptPosition?) {
    let site = place.map { "\($0.file):\($0.line): " } ?? ""
    self.init(code: "load", message: site + text, file: place?.file, line: place?.line)
  }
}
