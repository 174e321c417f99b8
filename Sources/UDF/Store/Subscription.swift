/// Keeps a subscriber registered; cancelling or releasing it ends the subscription.
public final class Subscription {
  private var onCancel: (() -> Void)?

  public init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  deinit { onCancel?() }

  /// Ends the subscription at once, also from inside a notification; a second call does nothing.
  public func cancel() {
    onCancel?()
    onCancel = nil
  }
}
