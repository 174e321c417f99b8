import Testing

/// A `udfhost` process with notes that it synchronises with a server, and the edits that it has promised.
final class ChaosHost {
  /// One change of a note that only this host changes.
  struct Edit {
    /// The title, which no other edit has; nil: a deletion.
    var title: String?
    /// Whether the server refuses it for good.
    var isBad = false
    /// Whether the host showed the change, so that it is on the disk.
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

  /// Changes an own note, or deletes it. The server refuses a bad change, because the note has no title.
  func edit(_ key: String, title: String?, kind: String, isBad: Bool = false) {
    let key = "\(name)-\(key)"
    let row = title.map { Self.row(key, $0, kind: kind, isBad: isBad) }
    change(
      key, Edit(title: title, isBad: isBad),
      row.map { "mutate{ put = \($0) }" } ?? "mutate{ key = \"\(key)\", delete = true }")
  }

  private static func row(_ key: String, _ title: String, kind: String, isBad: Bool) -> String {
    "{ id = \"\(key)\", title = \"\(isBad ? "" : title)\", mark = \"\(title)\", kind = \"\(kind)\" }"
  }

  /// Sends an action that changes an own note. A following line prints the mark of the note that the host shows, or of
  /// the change's dead letter.
  private func change(_ key: String, _ edit: Edit, _ action: String) {
    edits[key, default: []].append(edit)
    send("notes.\(action)")
    let letters = edit.title.map { title in
      " for _, l in ipairs(state.notes.dead) do if l.row and l.row.mark == \"\(title)\" then print(l.row.mark) end end"
    }
    send(
      "for _, row in ipairs(state.notes.rows) do if row.id == \"\(key)\" then print(row.mark) end end\(letters ?? "")")
    open.append((asked, key, edits[key, default: []].count - 1))
  }

  /// Changes a note that all hosts change.
  func share(_ change: String) { send("notes.mutate{ \(change) }") }

  /// Keeps only notes of a kind from now on, or all.
  func restrict(_ kind: String?) { send("notes.restrict{ \(kind.map { "where = { kind = \"\($0)\" }" } ?? "") }") }

  func pull() { send("notes.pull{ force = true }") }

  /// Reads the answers of the process, and counts the rows that it shows as promised. Returns the last printed lines.
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

  /// Runs a line, and returns its last printed line.
  func answer(_ line: String) -> String? {
    send(line)
    return collect().last
  }

  // MARK: dead letters

  /// The dead letters of single notes: the id, the note's key, and its mark, "-" for a deletion.
  private var letters: [(id: String, key: String, mark: String)] {
    let words = answer(Self.printLetters)?.split(separator: " ").map { $0.split(separator: "=").map(String.init) } ?? []
    return words.filter { $0.count == 3 }.map { ($0[0], $0[1], $0[2]) }
  }

  private static let printLetters = """
    local all = {} for _, l in ipairs(state.notes.dead) do if l.key then \
    all[#all + 1] = l.mutation .. "=" .. l.key .. "=" .. (l.row and l.row.mark or "-") end end print(table.concat(all, " "))
    """

  /// The dead letters of single notes, as `key=mark`.
  var reported: Set<String> { Set(letters.map { "\($0.key)=\($0.mark)" }) }

  /// Sends the last dead letter of an own note again, with another title, or buries it.
  func decide(_ number: Int, title: String) {
    collect()
    guard let (id, key, mark) = letters.last(where: { $0.key.hasPrefix("\(name)-") && $0.mark != "-" }),
      let index = edits[key]?.lastIndex(where: { $0.title == mark }), let edit = edits[key]?[index]
    else { return }
    switch number {
    case 0: change(key, Edit(title: mark, isBad: edit.isBad), "retry{ id = \(id) }")
    case 1:
      forget(key, mark)
      let row = Self.row(key, title, kind: "a", isBad: false)
      change(key, Edit(title: title), "amend{ id = \(id), row = \(row) }")
    default:
      forget(key, mark)
      send("notes.bury{ id = \(id) }")
    }
  }

  /// Removes the promise of all edits with a title, because their dead letter is changed or deleted.
  private func forget(_ key: String, _ title: String) {
    for index in edits[key, default: []].indices where edits[key]?[index].title == title {
      edits[key]?[index].isPromised = false
    }
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

  /// Removes all promises, because the server loses mutations that it has made.
  func loseServer() {
    open = []
    for key in edits.keys { for index in edits[key, default: []].indices { edits[key]?[index].isPromised = false } }
  }

  /// The titles that a note may have in the end; nil: it may be gone. An edit with a dead letter may have been made as
  /// well, if the server's answer was lost and it refused the edit later.
  func outcomes(of key: String, reported: Set<String>) -> [String?] {
    let edits = edits[key, default: []]
    let last = edits.lastIndex { $0.isPromised && !isReported($0, key, reported) }
    return (last == nil ? [nil] : []) + edits[(last ?? 0)...].filter { !$0.isBad }.map(\.title)
  }

  /// The promised edits that the server refuses, and that no dead letter reports.
  func unreported(_ reported: Set<String>) -> [String] {
    edits.flatMap { key, edits in
      edits.filter { $0.isPromised && $0.isBad && !isReported($0, key, reported) }.map { "\(key)=\($0.title ?? "-")" }
    }
  }

  private func isReported(_ edit: Edit, _ key: String, _ reported: Set<String>) -> Bool {
    reported.contains("\(key)=\(edit.title ?? "-")")
  }

  private func copy(_ from: String, to place: String) throws {
    let process = try Launch.spawn(
      ["-c", "rm -rf '\(place)' && { [ ! -e '\(from)' ] || cp -R '\(from)' '\(place)'; }"], of: "/bin/sh",
      environment: Launch.environment(folder.path), input: 0, output: 1, error: 2)
    try #require(Launch.wait(for: process) == 0)
  }
}
