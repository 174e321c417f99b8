import LuaRuntime
import UDFHost
import UDFServices

/// Goes through a session file line by line.
struct SessionReader {
  enum Entry {
    case action(RecordedAction)
    case state(Snapshot)
    /// The hashes of the files of another generation.
    case reload(files: Value)
    /// What is of no interest to reducers.
    case other
  }

  private static let result = Array(#"{"kind":"result","#.utf8)
  private let name: String
  private var lines: FileLines
  private var batch: ArraySlice<[UInt8]> = []
  private(set) var line = 0
  private(set) var header: Value = .none
  /// The last line has no end, so the host was killed while it wrote it: it does not count.
  var isTorn: Bool { lines.isTorn && batch.isEmpty }

  /// Throws a ``HostError`` if the file cannot be read or is no session.
  init(_ path: String) throws(HostError) {
    name = path
    let file = UserFile(path)
    do throws(FileProblem) { lines = FileLines(try DiskFiles().open(file.place), limit: .max) } catch {
      throw file.error(error, "Nothing was replayed.")
    }
    guard let first = try nextLine() else { throw problem("this is no session: it has no first line") }
    header = try read { () throws(JSONProblem) in try JSONReader.value(of: first, isExact: true) }
    guard header["kind"].text == "session", let format = header["format"].integer else {
      throw problem("this is no session")
    }
    guard format == Sessions.format else {
      throw problem(
        "this is a session of format \(format), and this udfhost reads format \(Sessions.format)")
    }
  }

  /// nil at the end. Throws a ``HostError`` that names the line.
  mutating func next() throws(HostError) -> Entry? {
    guard let bytes = try nextLine() else { return nil }
    // As the recorder writes them; they are most of a session and not read.
    if bytes.starts(with: SessionReader.result) { return .other }
    let (values, changes) = try read { () throws(JSONProblem) in try JSONReader.entries(of: bytes, except: "changes") }
    func value(_ key: String) -> Value { values.first { $0.key == key }?.value ?? .none }
    switch value("kind").text {
    case "action":
      guard let n = value("n").integer, let type = value("type").text, let changes,
        let origin = Origin(rawValue: value("origin").text ?? ""),
        let status = Status(rawValue: value("status").text ?? "committed")
      else { throw problem("an action must have n, type, fields, origin and changes") }
      return .action(
        RecordedAction(
          n: n, type: type, fields: value("fields").fields, origin: origin, status: status,
          event: value("event").text, error: value("error").text, line: line, changesText: bytes[changes]))
    case "state": return .state(try Snapshot(value("state"), file: "\(name):\(line)"))
    case "reload": return .reload(files: value("files"))
    case "result": return .other
    case let kind?: throw problem("a session has no lines of the kind \"\(kind)\"")
    case nil: throw problem("a line must begin with {\"kind\":")
    }
  }

  /// The recorded changes, read.
  func changes(of action: RecordedAction) throws(HostError) -> [Change] {
    let value = try read { () throws(JSONProblem) in try JSONReader.value(of: Array(action.changesText), isExact: true)
    }
    let changes = value.items.compactMap(Change.recorded)
    guard case .list(let items) = value, items.count == changes.count else {
      throw HostError(code: "session", message: "\(name):\(action.line): changes must be a list of changes")
    }
    return changes
  }

  private mutating func nextLine() throws(HostError) -> [UInt8]? {
    if batch.isEmpty {
      do throws(FileProblem) { batch = try lines.nextBytes()[...] } catch {
        throw UserFile(name).error(error, "Nothing was replayed.")
      }
    }
    guard let next = batch.popFirst(), !isTorn else { return nil }
    line += 1
    return next
  }

  private func read<Answer>(_ body: () throws(JSONProblem) -> Answer) throws(HostError) -> Answer {
    do throws(JSONProblem) { return try body() } catch { throw problem("column \(error.column): \(error.reason)") }
  }

  func problem(_ text: String) -> HostError {
    HostError(code: "session", message: "\(name):\(line): \(text)", file: name, line: line)
  }
}
