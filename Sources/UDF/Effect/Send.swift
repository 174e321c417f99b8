/// Sends actions to a store from any thread, in the order of the calls. It never blocks, and does nothing after the
/// store was released or its effect was cancelled.
///
///     let send = store.handle
///     Task { send(.tick) }
public struct Send<Action>: Sendable {
  private let body: @Sendable (Action) -> Void
  let emit: @Sendable (EffectNote) -> Void

  init(_ body: @escaping @Sendable (Action) -> Void, emit: @escaping @Sendable (EffectNote) -> Void = { _ in }) {
    self.body = body
    self.emit = emit
  }

  /// Sends the action.
  public func callAsFunction(_ action: Action) where Action: Sendable { body(action) }

  func mapped<Part>(_ embed: @escaping @Sendable (Part) -> Action) -> Send<Part> {
    Send<Part>({ body(embed($0)) }, emit: emit)
  }
}
