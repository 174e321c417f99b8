import LuaRuntime
import Platform
import UDF

/// Subscriptions to the state of a host, to its view states and to its computed values.
struct StateObservers {
  let dispatcher: Dispatcher
  let derivations: Derivations
  private var tree: SliceTree { dispatcher.tree }
  private var events: EventHub { dispatcher.events }

  /// Calls `body` after each committed action; see ``AppHost/subscribe(_:)``.
  func subscribe(_ body: @escaping (borrowing Commit) -> Void) -> Subscription {
    // The store is released with its host, so neither must be retained for the call.
    dispatcher.store.subscribe { tree in
      if tree._withUnsafeGuaranteedRef({ $0.last.status == .committed }) { body(Commit(tree)) }
    }
  }

  /// Calls `body` with the value at a path now and after each change of the value; see ``AppHost/subscribe(at:_:)``.
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
        // Reported once, and not after every action. The traceback differs each time, so the messages are compared.
        if error.message != problem?.message { events.emit(.error(error, action: nil)) }
        problem = error
      }
    }
    return follow(when: { [unowned tree] in place.isInState ? place.isTouched(by: $0, in: tree) : true }, look)
  }

  /// Calls `look` after each action that `concerns` accepts, and after an undo, a redo and a reload.
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

  /// Returns a subscription's values as a stream that ends with the host. A slow reader receives only the newest.
  func newest<Element: Sendable>(
    _ subscribe: (@escaping (Element) -> Void) throws -> Subscription
  ) rethrows -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1))
    try StateObservers.feed(continuation, subscribe) { $0 }
    return stream
  }

  /// Returns all values of a subscription as a stream. Unread values count towards the host's memory limit, each with
  /// `weight` bytes. Above the limit the stream ends, and the host reports that `name` has ended.
  func all<Element: Sendable>(
    _ name: String, weight: @escaping (Element) -> Int,
    _ subscribe: (@escaping (Element) -> Void) throws -> Subscription
  ) rethrows -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: (Element, MemoryCharge).self)
    let (memory, events) = (tree.machine.memory, self.events)
    try StateObservers.feed(continuation, subscribe) { [unowned events] element in
      let charge = MemoryCharge(memory)
      do throws(MemoryShortage) { try charge.add(weight(element)) } catch {
        let fix = "To fix this, read it faster, or ask for the values at a path."
        let reason = "\(error) by unread actions; the stream has ended"
        events.emit(.error(HostError(code: "memory", at: nil, of: [name], reason, notes: [fix]), action: nil))
        return nil
      }
      return (element, charge)
    }
    nonisolated(unsafe) var iterator = stream.makeAsyncIterator()
    return AsyncStream { await iterator.next()?.0 }
  }

  /// Subscribes until the stream is terminated. Ends the stream if `item` returns nil.
  private static func feed<Element, Item: Sendable>(
    _ continuation: AsyncStream<Item>.Continuation, _ subscribe: (@escaping (Element) -> Void) throws -> Subscription,
    _ item: @escaping (Element) -> Item?
  ) rethrows {
    let holder = SubscriptionHolder()
    let ending = Subscription { continuation.finish() }
    holder.subscription = try subscribe { element in
      _ = ending
      if let item = item(element) {
        guard case .terminated = continuation.yield(item) else { return }
      } else {
        continuation.finish()
      }
      holder.subscription?.cancel()
    }
  }
}

/// Retains a subscription as long as the observer is retained.
private final class SubscriptionHolder { var subscription: Subscription? }
