import LuaRuntime
import UDFServices

/// The state of an app as a file contains it: the output of `:save`, and the start of a session.
package struct Snapshot {
  /// The state of one feature.
  package struct Part {
    var version: Int
    var state: Value
    /// The keys of the initial state that are nil now. Without this list they would get their defaults.
    var absent: [String] = []
  }

  static let format = 1

  /// The app of the state; nil: the file was written by hand, for any app.
  var app: (name: String, version: Int)?
  package var parts: [String: Part] = [:]

  /// The JSON value of the file.
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

  /// The text of the file, with each feature on its own lines.
  var text: String {
    var writer = JSONWriter(isPretty: true, isExact: true)
    // Exact JSON can represent all plain data.
    try? writer.write(value, at: "state")
    return writer.text + "\n"
  }

  init() {}

  /// Reads the output of `:save`, or a map of states by feature. Throws a ``HostError`` that names the invalid part.
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
      throw HostError(
        snapshot: "\(file): app must be the name of the app that saved this state, got \(record["app"].shown)")
    }
    guard let version = record["version"].integer else {
      throw HostError(
        snapshot:
          "\(file): version must be an integer, the version of the app \"\(name)\" that saved this state, got \(record["version"].shown)"
      )
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
  /// Makes the error for a state that cannot be loaded.
  package init(snapshot text: String, fix: String? = nil) {
    let lines = [text, "  Nothing was loaded."] + (fix.map { ["  To fix this, \($0)"] } ?? [])
    self.init(code: "state", message: lines.joined(separator: "\n"))
  }

  package func adding(_ consequence: String) -> HostError {
    var error = self
    error.message += "\n  \(consequence)"
    return error
  }
}
