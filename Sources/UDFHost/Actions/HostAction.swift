import LuaRuntime

/// An action on its way through the host's store.
struct HostAction: Sendable {
  /// What an action brings along that is not the one a script is sending right now.
  final class Content: Sendable {
    /// The kernel's byte form, type included.
    let bytes: [UInt8]
    /// Set by threads that know no numbers of actions.
    let name: String?
    /// The script that sent it and its line, if errors are to name it.
    let sender: String?
    /// The action that a middleware saw when it sent this one.
    let trigger: Trigger?

    init(bytes: [UInt8], name: String? = nil, sender: String? = nil, trigger: Trigger? = nil) {
      self.bytes = bytes
      self.name = name
      self.sender = sender
      self.trigger = trigger
    }
  }

  /// Its place in the action table; -1 if the app has no such action.
  var id: Int32
  var origin: Origin
  /// The screen that it belongs to, with the effects that follow from it; 0: none.
  var screen: Int = 0
  /// The number of the action that caused it, 0: none; or ``Trigger/user``.
  var cause = 0
  /// The script line that sent it; -1: none, or sites are not kept.
  var site: Int32 = -1
  /// The number of the view event that became it, -1: none did.
  var event: Int32 = -1
  /// nil: it stands on Lua's stack and need not be copied to be reduced.
  var content: Content?

  /// Its cause as far as that is known now.
  var presentCause: Int { content?.trigger?.cause ?? cause }

  static func named(
    _ type: String, _ fields: Record, id: Int32, origin: Origin, screen: Int = 0, trigger: Trigger? = nil
  ) -> HostAction {
    let content = Content(bytes: bytes(type, fields), name: type, trigger: trigger)
    return HostAction(id: id, origin: origin, screen: screen, content: content)
  }

  /// An action in byte form.
  static func bytes(_ type: String, _ fields: Record) -> [UInt8] {
    var action = fields
    action["type"] = .string(type)
    return TapeWriter.bytes(of: .map(action))
  }
}

extension HostAction: CustomStringConvertible {
  /// Its type, as errors name it.
  var description: String { content.flatMap { TapeReader.value(of: $0.bytes)["type"].text } ?? "an action" }
}
