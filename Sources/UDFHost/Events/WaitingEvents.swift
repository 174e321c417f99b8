/// The numbers of events that wait while a host shows a past point.
public struct WaitingEvents: Sendable, Equatable {
  /// Effects that have slept long enough, or whose service has answered.
  public var effects = 0
  /// Actions that other threads have sent.
  public var messages = 0
  /// Engines with events that are not delivered.
  public var deliveries = 0
  /// Files that were saved.
  public var files = 0

  public init(effects: Int = 0, messages: Int = 0, deliveries: Int = 0, files: Int = 0) {
    self.effects = effects
    self.messages = messages
    self.deliveries = deliveries
    self.files = files
  }

  public var count: Int { effects + messages + deliveries + files }
  public var isNone: Bool { count == 0 }
}

extension WaitingEvents: CustomStringConvertible {
  /// `3 effects and 1 delivery`
  public var description: String {
    let kinds = [
      (effects, "effect", "effects"), (messages, "message", "messages"), (deliveries, "delivery", "deliveries"),
      (files, "saved file", "saved files"),
    ]
    let texts = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    guard let last = texts.last else { return "nothing" }
    return texts.count == 1 ? last : "\(texts.dropLast().joined(separator: ", ")) and \(last)"
  }
}
