import LuaSyntax
import Platform
import UDFCommands
import UDFHost

/// The scripts of an app, for pages. Other files are refused.
struct SourceText {
  private static let limit = 1 << 20
  /// The lines before and after the one that was asked for.
  private static let margin = 6

  private let host: AppHost

  init(_ host: AppHost) { self.host = host }

  /// Returns a line of JSON with the present text of a script: the lines around one, or all.
  @MainActor func line(_ file: String, around line: Int?) throws(HostError) -> String {
    let lines = try text(file).split(separator: "\n", omittingEmptySubsequences: false)
    let all = lines.last == "" ? lines.dropLast() : lines[...]
    let middle = max(1, min(line ?? 1, max(1, all.count)))
    let first = line == nil ? 1 : max(1, middle - SourceText.margin)
    let last = line == nil ? all.count : min(all.count, middle + SourceText.margin)
    return JSONLines.object("source") { fields in
      fields.add("file", .string(file))
      fields.add("first", .integer(Int64(first)))
      fields.add("lines", .list(first > last ? [] : all[(first - 1)..<last].map { .string(String($0)) }))
    }
  }

  /// Opens a script in the user's editor, which needs a window of its own.
  /// - Parameter outbox: receives a warning if the editor ends with an error.
  func edit(_ file: String, _ line: Int, _ outbox: Outbox) throws(HostError) {
    let path = try path(file)
    let editor = try Editor { name in getenv(name).map { String(cString: $0) } }
    try editor.open(path, at: line) { [outbox] code in
      guard code != 0 else { return }
      let message = "edit: \(editor.command) ended with the exit code \(code)"
      outbox.send(lines: [JSONLines.log(level: "warning", message: message, fields: [:])])
    }
  }

  private func text(_ file: String) throws(HostError) -> String {
    if let text = host.configuration.files?[file] { return text }
    let path = try path(file)
    do {
      return String(decoding: try RegularFile(following: path).bytes(limit: SourceText.limit), as: UTF8.self)
    } catch {
      throw HostError(usage: "\(file): cannot be read: \(error)")
    }
  }

  /// Returns the absolute path of a script of the app, also of one that has failed to load.
  private func path(_ file: String) throws(HostError) -> String {
    let path = file.hasPrefix("/") ? file : "\(host.loader.folder)/\(file)"
    guard host.files.contains(file) || host.watchedFiles.contains(path) else {
      throw HostError(usage: "\(file): this is no script of the app")
    }
    return path
  }
}
