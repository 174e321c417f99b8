import LuaRuntime
import UDFLog

/// A command for all hosts, which a host appends to the log among the actions.
enum SharedCommand: Equatable {
  /// Removes the actions at these positions from the history of all hosts.
  case undo([Int64])
  /// Announces the digest of the shared state after an entry, on hosts with this code.
  case state(after: Int64, reducers: String, digest: String)
  /// Makes all hosts run this code from this entry on. They keep and migrate their state.
  case upgrade(to: String)
  /// Makes all hosts run this code from this entry on, and continue from the state of the sender.
  case takeOver(to: String)

  /// Returns nil for an action. Throws the name of a command that this version does not support.
  init?(_ action: LogAction) throws(UnknownCommand) {
    guard SharedCommand.isOne(action) else { return nil }
    let fields = TapeReader.value(of: action.body)
    let name = String(decoding: action.stamp, as: UTF8.self)
    switch name {
    case ":undo": self = .undo(fields["positions"].items.compactMap { $0.integer.map(Int64.init) })
    case ":state":
      self = .state(
        after: Int64(fields["after"].integer ?? 0), reducers: fields["reducers"].text ?? "",
        digest: fields["digest"].text ?? ""
      )
    case ":upgrade": self = .upgrade(to: fields["reducers"].text ?? "")
    case ":takeover": self = .takeOver(to: fields["reducers"].text ?? "")
    default: throw UnknownCommand(name: name)
    }
  }

  struct UnknownCommand: Error { let name: String }

  /// The stamp of a command begins with a colon. That of an action is a hexadecimal number.
  static func isOne(_ action: LogAction) -> Bool { action.stamp.first == UInt8(ascii: ":") }

  /// Whether an action is a command that changes the code.
  static func isUpgrade(_ action: LogAction) -> Bool {
    [":upgrade", ":takeover"].contains(String(decoding: action.stamp, as: UTF8.self))
  }
  /// Whether an action is a command of the kind ``state(after:reducers:digest:)``.
  static func isAnnouncement(_ action: LogAction) -> Bool { action.stamp == Array(":state".utf8) }

  var logged: LogAction {
    let (name, fields): (String, Value) =
      switch self {
      case .undo(let positions): (":undo", ["positions": .list(positions.map { .integer($0) })])
      case .state(let position, let reducers, let digest):
        (":state", ["after": .integer(position), "reducers": .string(reducers), "digest": .string(digest)])
      case .upgrade(let reducers): (":upgrade", ["reducers": .string(reducers)])
      case .takeOver(let reducers): (":takeover", ["reducers": .string(reducers)])
      }
    return LogAction(TapeWriter.bytes(of: fields), stamp: Array(name.utf8))
  }

  /// What a later run appends if this one ends first. It cannot save the state of this run, so a ``takeOver(to:)`` becomes a command
  /// without an effect.
  var leftOver: LogAction {
    if case .takeOver = self { return SharedCommand.state(after: 0, reducers: "", digest: "").logged }
    return logged
  }
}
