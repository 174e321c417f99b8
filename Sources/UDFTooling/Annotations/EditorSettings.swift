import LuaRuntime
import UDFHost
import UDFServices

/// The LuaLS settings of an app's folder, `.luarc.json`. Existing settings of the user are not changed.
struct EditorSettings {
  private let file: String
  private let hasComments: Bool
  private var record: Record
  /// The settings that were missing and are added, with their names.
  private var added: [(name: String, value: Value)] = []

  /// Reads the present settings; nil means that there is no file. Throws a `HostError` unless they are a JSON object.
  /// Comments are allowed.
  init(_ bytes: [UInt8]?, file: String) throws(HostError) {
    self.file = file
    guard let bytes else {
      record = [:]
      hasComments = false
      return
    }
    let json = CommentedJSON(bytes)
    hasComments = json.hasComments
    let problem: String
    do throws(JSONProblem) {
      let value = try JSONReader.value(of: json.plain)
      if case .map(let record) = value {
        self.record = record
        return
      }
      problem = "1:1: expected an object, got \(value.shown)"
    } catch { problem = error.text }
    throw HostError(
      code: "settings",
      message: """
        \(file):\(problem)
          Nothing was written.
          To fix this, make it valid JSON, or move it away
        """, file: file)
  }

  /// Libraries of Lua of which scripts have only the functions in ``StandardAnnotations``.
  private static let disabled: Value = ["debug": "disable", "io": "disable", "os": "disable"]

  /// Adds the Lua version and the disabled libraries, unless they are set, and a folder of annotations. If that would lose
  /// comments, throws a `HostError` with the text that the user must add.
  mutating func add(library folder: String) throws(HostError) {
    if find("runtime", "version") == nil { set("Lua 5.4", at: ["runtime.version"]) }
    if find("runtime", "builtin") == nil { set(EditorSettings.disabled, at: ["runtime.builtin"]) }
    let place = find("workspace", "library") ?? ["workspace.library"]
    switch value(at: place) {
    case .none: set(.list([.string(folder)]), at: place)
    case .list(let items) where items.contains(.string(folder)): break
    case .list(let items): set(.list(items + [.string(folder)]), at: place)
    case .map(let folders) where folders[folder] == true: break
    case .map(var folders):
      // The format of older versions; an empty list is also accepted.
      folders[folder] = true
      set(.map(folders), at: place)
    case let other:
      throw HostError(
        code: "settings",
        message: """
          \(file): \(place.joined(separator: ".")) must be a list of folders, got \(other.shown)
            Nothing was written.
          """, file: file)
    }
    guard hasComments, !added.isEmpty else { return }
    var lines: [String] = []
    for (name, value) in added {
      let text = try json(value)
      lines.append("\n    \"\(name)\": \(text),")
    }
    throw HostError(
      code: "settings",
      message: """
        \(file): has comments, which a new version of the file would lose
          Nothing was written.
          To fix this, add this by hand:\(lines.joined())
        """, file: file)
  }

  /// Returns the new text of the file; nil if it does not change.
  func text() throws(HostError) -> String? {
    if added.isEmpty { return nil }
    return try json(.map(record), isPretty: true) + "\n"
  }

  private func json(_ value: Value, isPretty: Bool = false) throws(HostError) -> String {
    var writer = JSONWriter(isPretty: isPretty)
    do throws(JSONRefusal) { try writer.write(value, at: "") } catch {
      throw HostError(code: "settings", message: "\(error.place): \(error.reason)")
    }
    return writer.text
  }

  // MARK: how a setting may be spelled

  /// Returns the keys of an existing setting: `runtime.version`, the same with the prefix `Lua.`, or nested objects.
  private func find(_ section: String, _ name: String) -> [String]? {
    let spellings = [
      ["\(section).\(name)"], ["Lua.\(section).\(name)"], [section, name], ["Lua.\(section)", name],
      ["Lua", "\(section).\(name)"], ["Lua", section, name],
    ]
    return spellings.first { value(at: $0) != .none }
  }

  private func value(at keys: [String]) -> Value { keys.reduce(.map(record)) { $0[$1] } }

  private mutating func set(_ value: Value, at keys: [String]) {
    added.append((keys.joined(separator: "."), value))
    record = EditorSettings.setting(value, keys[...], in: record)
  }

  private static func setting(_ value: Value, _ keys: ArraySlice<String>, in record: Record) -> Record {
    guard let key = keys.first else { return record }
    var record = record
    if keys.count == 1 {
      record[key] = value
    } else if case .map(let inner) = record[key] {
      record[key] = .map(setting(value, keys.dropFirst(), in: inner))
    }
    return record
  }
}
