import LuaRuntime
import LuaSyntax

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
  /// The fields of the table that a script raised, with the reason alone as `message`; of a refused action also its type and number.
  public package(set) var details: Record = [:]
  /// The table that a script catches.
  var raised: Value {
    .map(Record([("code", .string(code)), ("message", .string(message))] + details.map { ($0.key, $0.value) }))
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

  /// Makes the error of something at a place: the subjects and the reason, then lines on the consequences and the fix.
  package init(
    code: String, at place: ScriptPosition?, of subjects: [String?] = [], _ reason: String, notes: [String] = [],
    traceback: String? = nil
  ) {
    let parts = [place.map { "\($0.file):\($0.line)" }] + subjects + [reason]
    let head = parts.compactMap(\.self).joined(separator: ": ")
    self.init(
      code: code, message: ([head] + notes).joined(separator: "\n  "), file: place?.file, line: place?.line,
      traceback: traceback)
    details["message"] = .string(reason)
  }

  /// Sets the place in the source text of the file, with the lines around it.
  mutating func point(at place: (line: Int, column: Int), of source: [UInt8], _ text: String, columns: Int) {
    (line, column) = place
    let excerpt = SourceExcerpt(source, line: place.line, column: place.column).text(columns: columns)
    message = "\(file ?? ""):\(place.line):\(place.column): \(text)\n\(excerpt)"
  }

  /// Makes the error of an invalid app, at the place of the invalid part.
  init(load text: String, at place: ScriptPosition?, keys: [String] = []) {
    self.init(code: "load", at: place, text)
    self.keys = keys
  }
}
