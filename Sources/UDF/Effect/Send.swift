/// Sends actions to a store from any thread, in the order of the calls. It never blocks, and does nothing once the store is
/// gone or the effect it was given to is cancelled.
///
///     let send = store.handle
///     Task { send(.tick) }
public struct Send<Action>: Sendable {
  private let body: @Sendable (Action) -> Void

  init(_ body: @escaping @Sendable (Action) -> Void) { self.body = body }

  /// Sends the action.
  public func callAsFunction(_ action: Action) where Action: Sendable { body(action) }

  func mapped<Part>(_ embed: @escaping @Sendable (Part) -> Action) -> Send<Part> {
    Send<Part> { body(embed($0)) }
  }
}
