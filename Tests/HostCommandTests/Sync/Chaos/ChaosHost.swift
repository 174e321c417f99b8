import Testing

/// A `udfhost` process with notes that a server has, too, and what it was made to promise.
final class ChaosHost {
  /// One change of a note that only this host changes: the title that it gave, nil for a deletion.
  struct Edit {
    var title: String?
    /// Whether the host showed the change, and so has it on the disk.
    var isPromised = false
  }

  let name: String
  private let folder: AppFolder
  private var process: LineProcess?
  private var asked = 0
  private var answered = 0
  /// The edits of each own note, in their order.
  private(set) var edits: [String: [Edit]] = [:]
  /// The sent edits that are not known to be promised, with the line that answers.
  private var open: [(line: Int, key: String, edit: Int)] = []
  private var kept: [String: [Edit]]?

  /// - Parameter original: a host whose data were copied.
  init(_ name: String, in folder: AppFolder, copying original: ChaosHost? = nil) throws {
    self.name = name
    self.folder = folder
    if let original { try copy(original.data, to: data) }
  }

  private var data: String { "\(folder.path)/data-\(name)" }

  /// Starts the process if it does not run.
  func start() throws {
    guard process == nil else { return }
    let arguments = [folder.app, "--data", data, "--keep-going", "--allow-requested"]
    process = try LineProcess(Launch.command, arguments, in: folder, error: "\(name).log")
  }

  /// Ends the process by SIGKILL. What it had not answered is not promised.
  func kill() {
    process?.kill()
    process = nil
    open = []
    answered = asked
  }

  /// Sends a line, and a line that waits until its effects have settled; does not wait for the answer.
  private func send(_ line: String) {
    asked += 1
    process?.send("\(line)\nsettle(4)\nprint(\"#\(asked)\")")
  }

  /// Changes an own note, or deletes it. A following line prints the note that the host shows.
  func edit(_ key: String, title: String?, kind: String) {
    let key = "\(name)-\(key)"
    edits[key, default: []].append(Edit(title: title))
    let change =
      title.map { "put = { id = \"\(key)\", title = \"\($0)\", kind = \"\(kind)\" }" }
      ?? "key = \"\(key)\", delete = true"
    send("notes.mutate{ \(change) }")
    send("for _, row in ipairs(state.notes.rows) do if row.id == \"\(key)\" then print(row.title) end end")
    open.append((asked, key, edits[key, default: []].count - 1))
  }

  /// Changes a note that all hosts change.
  func share(_ change: String) { send("notes.mutate{ \(change) }") }

  /// Keeps only notes of a kind from now on, or all.
  func restrict(_ kind: String?) { send("notes.restrict{ \(kind.map { "where = { kind = \"\($0)\" }" } ?? "") }") }

  func pull() { send("notes.pull{ force = true }") }

  /// Reads what the process has answered, and lets it promise what it shows. Returns the last lines that were printed.
  @discardableResult
  func collect() -> [String] {
    var lines: [String] = []
    guard let process, asked > answered else { return lines }
    answered = asked
    while let line = process.line() {
      guard line.hasPrefix("#"), let number = Int(line.dropFirst()) else {
        lines.append(line)
        continue
      }
      if let place = open.firstIndex(where: { $0.line == number }) {
        let (_, key, edit) = open.remove(at: place)
        if lines.last == edits[key]?[edit].title { edits[key]?[edit].isPromised = true }
      }
      if number == asked { return lines }
      lines = []
    }
    // The process has ended by itself, which no fault of a server may bring about.
    Issue.record("host \(name) ended: \(folder.read("\(name).log").suffix(2000))")
    return []
  }

  /// Waits a moment, so that a kill comes in the middle of the work.
  func work(milliseconds: Int32) { process?.waitForOutput(milliseconds: milliseconds) }

  /// Runs a line, and returns what it printed last.
  func answer(_ line: String) -> String? {
    send(line)
    return collect().last
  }

  // MARK: copies

  /// Copies the data of a host that does not run.
  func backUp() throws {
    try copy(data, to: data + "-backup")
    kept = edits
  }

  /// Puts the copy back. What the host promised after it is lost with the disk.
  func restore() throws {
    guard let kept else { return }
    try copy(data + "-backup", to: data)
    for key in edits.keys {
      let count = kept[key]?.count ?? 0
      for edit in edits[key, default: []].indices where edit >= count { edits[key]?[edit].isPromised = false }
    }
  }

  /// The titles that a note may have in the end; a nil in it: it may be gone.
  func outcomes(of key: String) -> [String?] {
    guard let edits = edits[key] else { return [] }
    guard let last = edits.lastIndex(where: \.isPromised) else { return [nil] + edits.map(\.title) }
    return edits[last...].map(\.title)
  }

  private func copy(_ from: String, to place: String) throws {
    let process = try Launch.spawn(
      ["-c", "rm -rf '\(place)' && { [ ! -e '\(from)' ] || cp -R '\(from)' '\(place)'; }"], of: "/bin/sh",
      environment: Launch.environment(folder.path), input: 0, output: 1, error: 2)
    try #require(Launch.wait(for: process) == 0)
  }
}
