/// Keeps a subscriber registered. Cancelling or releasing it ends the subscription.
///
///     let (counts, titles) = (store.subscribe { print($0) }, titleStore.subscribe { print($0) })
///     let both = Subscription {
///       counts.cancel()
///       titles.cancel()
///     }
public final class Subscription {
  private var onCancel: (() -> Void)?

  /// Makes a subscription that calls `onCancel` once, when it ends.
  public init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  deinit { onCancel?() }

  /// Ends the subscription at once, even during a notification. A second call does nothing.
  public func cancel() {
    onCancel?()
    onCancel = nil
  }
}
