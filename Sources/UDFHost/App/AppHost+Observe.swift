import LuaRuntime
import UDF

extension AppHost {
  /// Calls `body` on the owner after each committed action, until the subscription is cancelled or released.
  public func subscribe(_ body: @escaping (borrowing Commit) -> Void) -> Subscription {
    guard isOnOwner() else { return Subscription {} }
    // The store goes with its host, so neither needs to be kept alive for the call.
    let host = Unmanaged.passUnretained(self)
    return dispatcher.store.subscribe { tree in
      if tree._withUnsafeGuaranteedRef({ $0.last.status == .committed }) { body(Commit(host)) }
    }
  }

  /// Calls `body` with the value at a path now and whenever it has become another one: in the state, `cart.items`, in a
  /// view state, `view.cart.rows`, or in the computed values, `computed.cart.total`. Throws a ``HostError`` if the path
  /// is none or in no feature, or if the view fails; one that fails later is told as an error, and the next value is
  /// awaited.
  ///
  ///     let rows = try host.subscribe(at: "view.cart.rows") { print($0) }
  public func subscribe(at path: String, _ body: @escaping (Value) -> Void) throws -> Subscription {
    try requireOwner()
    let observed = try ObservedPlace(path)
    if observed.isInState { try requireFeature(of: observed.path, as: observed.path.description) }
    var seen = try observed.value(in: self)
    var problem: HostError?
    body(seen)
    let look: () -> Void = { [unowned self] in
      do throws(HostError) {
        let value = try observed.value(in: self)
        problem = nil
        if value == seen { return }
        seen = value
        body(value)
      } catch {
        // Once, and not after every action; the traceback is another one after each.
        if error.message != problem?.message { emit(.error(error, action: nil)) }
        problem = error
      }
    }
    return follow(when: { [unowned self] in observed.isInState ? touches($0, observed.path) : true }, look)
  }

  /// Calls `look` after each action that changed something of interest, and after an undo, a redo and a reload.
  package func follow(
    when concerns: @escaping (borrowing Commit) -> Bool = { _ in true }, _ look: @escaping () -> Void
  ) -> Subscription {
    let commits = subscribe { commit in
      if commit.hasChanges, concerns(commit) { look() }
    }
    let number = events.observeState(look)
    return Subscription { [weak events] in
      commits.cancel()
      events?.removeStateObserver(number)
    }
  }

  /// Whether what an action changed can be seen at a path.
  private func touches(_ commit: borrowing Commit, _ path: Path) -> Bool {
    // One row of a native slice is seen in several places and told at one.
    if case .key(let name)? = path.keys.first, tree.slices[name] is any HostedSlice {
      return commit.changes.contains { $0.path.keys.first == path.keys.first }
    }
    return commit.changes.contains { $0.path.touches(path) }
  }

  /// The value at a path now and whenever it has become another one, as ``subscribe(at:_:)`` has it; a slow reader
  /// skips to the newest. Ends with the host.
  ///
  ///     for await count in try host.values(at: "counter.count") { print(count) }
  public func values(at path: String) throws -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let holder = SubscriptionHolder()
    let ending = Subscription { continuation.finish() }
    holder.subscription = try subscribe(at: path) { value in
      _ = ending
      if case .terminated = continuation.yield(value) { holder.subscription?.cancel() }
    }
    return stream
  }

  /// Every committed action with its changes. Ends with the host.
  public func records() -> AsyncStream<ActionRecord> {
    let (stream, continuation) = AsyncStream.makeStream(of: ActionRecord.self)
    let holder = SubscriptionHolder()
    let ending = Subscription { continuation.finish() }
    holder.subscription = subscribe { commit in
      _ = ending
      if case .terminated = continuation.yield(commit.record) { holder.subscription?.cancel() }
    }
    return stream
  }
}

/// Keeps a subscription for as long as its own observer does.
private final class SubscriptionHolder {
  var subscription: Subscription?
}
