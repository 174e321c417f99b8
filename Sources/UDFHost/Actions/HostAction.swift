import LuaRuntime

/// An action in the host's store.
struct HostAction: Sendable {
  /// The content of an action, except of the one that a script is dispatching now.
  final class Content: Sendable {
    /// The kernel's byte form, including the type.
    let bytes: [UInt8]
    /// The type; set by threads that cannot look up action numbers.
    let name: String?
    /// The script and line that sent the action, if errors are to name them.
    let sender: String?
    /// The action that a middleware received when it sent this one.
    let trigger: Trigger?
    /// The effect that waits for the outcome.
    let waiter: SuspendedSender?

    init(
      bytes: [UInt8], name: String? = nil, sender: String? = nil, trigger: Trigger? = nil,
      waiter: SuspendedSender? = nil
    ) {
      self.bytes = bytes
      self.name = name
      self.sender = sender
      self.trigger = trigger
      self.waiter = waiter
    }
  }

  /// The index in the action table; -1 if the app has no such action.
  var id: Int32
  var origin: Origin
  /// The screen that owns the action and the effects that it starts; 0: none.
  var screen: Int = 0
  /// The number of the action that caused it; 0: none; or ``Trigger/user``.
  var cause = 0
  /// The script line that sent it; -1: none, or lines are not kept.
  var site: Int32 = -1
  /// The number of the view event that was mapped to this action; -1: none.
  var event: Int32 = -1
  /// nil: the action is on Lua's stack, and the reducer reads it there without a copy.
  var content: Content?

  /// The cause, as it is known now.
  var presentCause: Int { content?.trigger?.cause ?? cause }

  static func named(
    _ type: String, _ fields: Record, id: Int32, origin: Origin, screen: Int = 0, trigger: Trigger? = nil,
    waiter: SuspendedSender? = nil
  ) -> HostAction {
    let content = Content(bytes: bytes(type, fields), name: type, trigger: trigger, waiter: waiter)
    return HostAction(id: id, origin: origin, screen: screen, content: content)
  }

  /// Encodes an action in byte form.
  static func bytes(_ type: String, _ fields: Record) -> [UInt8] {
    var action = fields
    action["type"] = .string(type)
    return TapeWriter.bytes(of: .map(action))
  }
}

extension HostAction: CustomStringConvertible {
  /// The type, as errors name the action.
  var description: String { content.flatMap { TapeReader.value(of: $0.bytes)["type"].text } ?? "an action" }
}
