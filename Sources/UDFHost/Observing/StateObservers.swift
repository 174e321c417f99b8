import LuaRuntime
import UDF

/// Subscriptions to the state of a host, to its view states and to its computed values.
struct StateObservers {
  let dispatcher: Dispatcher
  let derivations: Derivations
  private var tree: SliceTree { dispatcher.tree }
  private var events: EventHub { dispatcher.events }

  /// Calls `body` after each committed action; see ``AppHost/subscribe(_:)``.
  func subscribe(_ body: @escaping (borrowing Commit) -> Void) -> Subscription {
    // The store goes with its host, so neither needs to be kept alive for the call.
    dispatcher.store.subscribe { tree in
      if tree._withUnsafeGuaranteedRef({ $0.last.status == .committed }) { body(Commit(tree)) }
    }
  }

  /// Calls `body` with the value at a path now and whenever it has become another one; see ``AppHost/subscribe(at:_:)``.
  func subscribe(at path: String, _ body: @escaping (Value) -> Void) throws -> Subscription {
    let place = try ObservedPlace(path)
    if place.isInState { try tree.requireFeature(of: place.path, as: place.path.description) }
    var seen = try place.value(in: tree, derivations)
    var problem: HostError?
    body(seen)
    let look: () -> Void = { [unowned tree, unowned derivations, unowned events] in
      do throws(HostError) {
        let value = try place.value(in: tree, derivations)
        problem = nil
        if value == seen { return }
        seen = value
        body(value)
      } catch {
        // Once, and not after every action; the traceback is another one after each.
        if error.message != problem?.message { events.emit(.error(error, action: nil)) }
        problem = error
      }
    }
    return follow(when: { [unowned tree] in place.isInState ? place.isTouched(by: $0, in: tree) : true }, look)
  }

  /// Calls `look` after each action that changed something of interest, and after an undo, a redo and a reload.
  func follow(
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

  /// What `subscribe` gives to its observer, as a stream that ends with the host.
  func stream<Element: Sendable>(
    keeping policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded,
    _ subscribe: (@escaping (Element) -> Void) throws -> Subscription
  ) rethrows -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let holder = SubscriptionHolder()
    let ending = Subscription { continuation.finish() }
    holder.subscription = try subscribe { element in
      _ = ending
      if case .terminated = continuation.yield(element) { holder.subscription?.cancel() }
    }
    return stream
  }
}

/// Keeps a subscription for as long as its own observer does.
private final class SubscriptionHolder {
  var subscription: Subscription?
}
