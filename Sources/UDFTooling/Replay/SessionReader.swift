import LuaRuntime
import Platform
import UDFHost
import UDFServices

/// Reads a session file line by line.
struct SessionReader {
  enum Entry {
    case action(RecordedAction)
    case state(Snapshot)
    /// The hashes of the files of a new generation.
    case reload(files: Value)
    /// A line that does not affect reducers.
    case other
  }

  private static let result = Array(#"{"kind":"result","#.utf8)
  /// The maximum size of a line in bytes. A line may contain a whole state.
  private static let lineLimit = 256 << 20
  private let name: String
  private let memory: MemoryAccount
  private var lines: FileLines
  private var batch: ArraySlice<[UInt8]> = []
  private(set) var line = 0
  private(set) var header: Value = .none
  /// Whether the last line is incomplete, because the host was killed while it wrote it. Such a line is skipped.
  var isTorn: Bool { lines.isTorn && batch.isEmpty }

  /// Throws a `HostError` if the file cannot be read or is not a session.
  ///
  /// - Parameter memoryLimit: the maximum size of a line in memory, in bytes; 0: no limit.
  init(_ path: String, memoryLimit: Int = 1 << 30) throws(HostError) {
    let file = UserFile(path)
    let opened: any OpenFile
    do throws(FileProblem) { opened = try DiskFiles().open(file.place) } catch {
      throw file.error(error, "Nothing was replayed.")
    }
    try self.init(opened, named: path, memoryLimit: memoryLimit)
  }

  /// Reads an open file, which errors call `name`.
  init(_ file: any OpenFile, named name: String, memoryLimit: Int = 1 << 30) throws(HostError) {
    self.name = name
    memory = MemoryAccount(limit: memoryLimit)
    lines = FileLines(file, limit: SessionReader.lineLimit)
    guard let first = try nextLine() else { throw problem("this is not a session: it has no first line") }
    header = try read(first.count) { () throws(JSONProblem) in
      do throws(JSONProblem) { return try JSONReader.value(of: first, isExact: true) } catch {
        if error.isShortage { throw error }
        return .none
      }
    }
    guard header["kind"].text == "session", let format = header["format"].integer else {
      throw problem("this is not a session; give a file that --record has written")
    }
    guard format == Sessions.format else {
      throw problem(
        "this is a session of format \(format), and this udfhost reads format \(Sessions.format)")
    }
  }

  /// Returns the next entry; nil at the end. Throws a `HostError` that names the line.
  mutating func next() throws(HostError) -> Entry? {
    guard let bytes = try nextLine() else { return nil }
    // Compare with the recorder's format before parsing: most lines of a session are of this kind and are skipped.
    if bytes.starts(with: SessionReader.result) { return .other }
    let (values, changes) = try read(bytes.count) { () throws(JSONProblem) in
      try JSONReader.entries(of: bytes, except: "changes")
    }
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

  func changes(of action: RecordedAction) throws(HostError) -> [Change] {
    let value = try read(action.changesText.count) { () throws(JSONProblem) in
      try JSONReader.value(of: Array(action.changesText), isExact: true)
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

  private func read<Answer>(
    _ bytes: Int, _ body: () throws(JSONProblem) -> Answer
  ) throws(HostError) -> Answer {
    do throws(JSONProblem) {
      return try bytes > JSONMemory.smallText ? MemoryCharge.counting(for: memory, body) : body()
    } catch {
      throw problem("column \(error.column): \(error.reason)")
    }
  }

  func problem(_ text: String) -> HostError {
    HostError(code: "session", message: "\(name):\(line): \(text)", file: name, line: line)
  }
}
