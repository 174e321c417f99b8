import LuaRuntime
import UDFServices

/// The state of an app as a file has it: what `:save` writes, and what a session begins with.
package struct Snapshot {
  /// What one feature holds.
  struct Part {
    var version: Int
    var state: Value
    /// Keys of the initial state that are nil, which would have their defaults again otherwise.
    var absent: [String] = []
  }

  static let format = 1

  /// Of the app that it is of; nil: written by hand, for any.
  var app: (name: String, version: Int)?
  var parts: [String: Part] = [:]

  /// As JSON has it.
  var value: Value {
    var features = Record()
    for (name, part) in parts {
      var fields: Record = ["state": part.state, "version": .integer(Int64(part.version))]
      if !part.absent.isEmpty { fields["absent"] = .list(part.absent.map(Value.string)) }
      features[name] = .map(fields)
    }
    return [
      "format": .integer(Int64(Snapshot.format)), "app": Value(app?.name),
      "version": app.map { .integer(Int64($0.version)) } ?? .none, "features": .map(features),
    ]
  }

  /// Each feature on lines of its own.
  var text: String {
    var writer = JSONWriter(isPretty: true, isExact: true)
    // Exact JSON can hold all plain data.
    try? writer.write(value, at: "state")
    return writer.text + "\n"
  }

  init() {}

  /// Reads what `:save` has written, or a map from features to their states. Throws a ``HostError`` that
  /// names `file` and what is wrong.
  package init(_ value: Value, file: String) throws(HostError) {
    guard case .map(let record) = value else {
      throw HostError(snapshot: "\(file): must be a map of features to their states, got \(value.shown)")
    }
    guard let format = record["format"].integer else {
      for (name, state) in record { parts[name] = Part(version: 0, state: state) }
      return
    }
    guard format == Snapshot.format else {
      throw HostError(
        snapshot: "\(file): this is a state of format \(format), and this udfhost reads format \(Snapshot.format)")
    }
    guard let name = record["app"].text else {
      throw HostError(snapshot: "\(file): app must name the app that this is a state of, got \(record["app"].shown)")
    }
    guard let version = record["version"].integer else {
      throw HostError(
        snapshot:
          "\(file): version must be the one that the app \"\(name)\" had, an integer, got \(record["version"].shown)")
    }
    app = (name, version)
    guard case .map(let features) = record["features"] else {
      throw HostError(
        snapshot: "\(file): features must be a map of features to their states, got \(record["features"].shown)")
    }
    for (name, part) in features {
      guard let version = part["version"].integer, version > 0, part["state"] != .none else {
        throw HostError(snapshot: "\(file): features.\(name) must be { version = …, state = { … } }, got \(part.shown)")
      }
      parts[name] = Part(version: version, state: part["state"], absent: part["absent"].texts)
    }
  }
}

extension HostError {
  /// What is wrong with a state that was to be loaded.
  package init(snapshot text: String, fix: String? = nil) {
    let lines = [text, "  Nothing was loaded."] + (fix.map { ["  To fix this, \($0)"] } ?? [])
    self.init(code: "state", message: lines.joined(separator: "\n"))
  }

  /// The same, with what became of what was asked.
  package func adding(_ consequence: String) -> HostError {
    HostError(code: code, message: "\(message)\n  \(consequence)")
  }
}
