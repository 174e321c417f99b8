extension AsyncStream where Element: Sendable {
  /// Makes a stream of a value and all further values of a subscription. It ends when the subscription is released.
  init(
    from first: Element, buffering policy: Continuation.BufferingPolicy,
    _ subscribe: (@escaping (Element) -> Void) -> Subscription
  ) {
    let (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: policy)
    let ending = Subscription { continuation.finish() }
    continuation.yield(first)
    var subscription: Subscription?
    subscription = subscribe { value in
      _ = ending
      if case .terminated = continuation.yield(value) { subscription?.cancel() }
    }
    self = stream
  }
}
