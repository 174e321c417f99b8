/// Work after an action, described as data: a reducer returns it and the store performs it.
///
/// The work does not run on the store's owner, and can change the store only through ``Send``. It ends with the store.
/// Time comes from a `Clock` that the feature passes.
///
///     return .run { send in
///       try await clock.sleep(for: .seconds(1))
///       send(.loaded(try await service.users()))
///     } catch: { error, send in
///       send(.failed("\(error)"))
///     }
///     .cancellable(id: "users", cancelInFlight: true)
public indirect enum Effect<Action> {
  /// Does nothing.
  case none
  /// Queues an action after the pending ones.
  case send(Action)
  /// Runs asynchronously and sends any number of actions. An error that it throws is reported as a ``Misuse``, unless
  /// it is a `CancellationError`; see ``run(_:catch:)``.
  case run(@Sendable (Send<Action>) async throws -> Void)
  /// Starts all effects at once.
  case merge([Effect])
  /// Starts each effect when the previous one has finished or was cancelled.
  case concatenate([Effect])
  /// Cancels all running effects with this id. Actions that they have sent and that are not yet reduced are dropped.
  case cancel(EffectID)
  /// Runs with an id. With `cancelInFlight` it first cancels the running effects with the same id.
  case cancellable(Effect, id: EffectID, cancelInFlight: Bool)
  /// Runs at most once in a time window; see ``throttled(id:for:clock:latest:)``.
  case throttled(Effect, id: EffectID, latest: Bool, ThrottleWindow)
  /// Runs with the id of a part of the state, and ends when the store's state no longer has that part.
  case tied(Effect, to: EffectID, Presence)
  /// Reports a misuse that a reducer detected.
  case report(Misuse)
}

extension Effect: Sendable where Action: Sendable {}

extension Effect {
  /// Runs asynchronously. `handler` receives the error that the work throws, unless the work was cancelled.
  public static func run(
    _ work: @escaping @Sendable (Send<Action>) async throws -> Void,
    catch handler: @escaping @Sendable (any Error, Send<Action>) async -> Void
  ) -> Effect {
    .run { send in
      do {
        try await work(send)
      } catch {
        if !(error is CancellationError) && !Task.isCancelled { await handler(error, send) }
      }
    }
  }

  /// Starts all effects at once, like ``merge(_:)`` with a list.
  ///
  ///     return .merge(.send(.load), .cancel(id: "timer"))
  public static func merge(_ first: Effect, _ second: Effect, _ more: Effect...) -> Effect {
    .merge([first, second] + more)
  }

  /// Starts each effect after the previous one, like ``concatenate(_:)`` with a list.
  ///
  ///     return .concatenate(.cancel(id: "timer"), .send(.load))
  public static func concatenate(_ first: Effect, _ second: Effect, _ more: Effect...) -> Effect {
    .concatenate([first, second] + more)
  }

  /// Cancels all running effects with this id.
  ///
  ///     return .cancel(id: "timer")
  public static func cancel(id: some Hashable) -> Effect { .cancel(EffectID(id)) }

  /// Returns this effect with an id. With `cancelInFlight` it first cancels the running effects with the same id.
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
    .cancellable(self, id: EffectID(id), cancelInFlight: cancelInFlight)
  }

  /// Runs `work` and sends the action that `then` makes from its result, so that errors also become actions.
  ///
  ///     return .attempt { try await service.users() } then: { .loaded((try? $0.get()) ?? []) }
  public static func attempt<Value>(
    _ work: @escaping @Sendable () async throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Action
  ) -> Effect where Action: Sendable {
    .run { send in
      do { send(then(.success(try await work()))) } catch { send(then(.failure(error))) }
    }
  }

  /// Returns both effects, started at once in this order. An effect that does nothing is left out.
  ///
  ///     let effect = cart.reduce(&state.cart, .add("A1")).merged(with: .cancel(id: "search"))
  @inlinable public func merged(with other: Effect) -> Effect {
    switch (self, other) {
    case (.none, _): other
    case (_, .none): self
    case (.merge(let some), .merge(let more)): .merge(some + more)
    case (.merge(let some), _): .merge(some + [other])
    case (_, .merge(let more)): .merge([self] + more)
    default: .merge([self, other])
    }
  }

  /// Returns the effect of a part as an effect of the whole. `key` separates the ids of different elements.
  ///
  ///     let effect = cart.reduce(&state.cart, .add("A1")).map { AppAction.cart($0) }
  @inlinable public func map<Whole>(
    key: EffectID? = nil, _ embed: @escaping @Sendable (Action) -> Whole
  ) -> Effect<Whole> {
    if case .none = self { return .none }
    return mapped(key: key, embed)
  }

  /// - Parameter part: the path from the state of the whole to the part that the effect belongs to.
  @usableFromInline func mapped<Whole>(
    key: EffectID? = nil, _ embed: @escaping @Sendable (Action) -> Whole, in part: Presence? = nil
  ) -> Effect<Whole> {
    func map(_ effect: Effect) -> Effect<Whole> { effect.mapped(key: key, embed, in: part) }
    return switch self {
    case .none: .none
    case .send(let action): .send(embed(action))
    case .run(let work): .run { send in try await work(send.mapped(embed)) }
    case .merge(let effects): .merge(effects.map(map))
    case .concatenate(let effects): .concatenate(effects.map(map))
    case .cancel(let id): .cancel(id.within(key))
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(map(effect), id: id.within(key), cancelInFlight: cancelInFlight)
    case .throttled(let effect, let id, let latest, let window):
      .throttled(map(effect), id: id.within(key), latest: latest, window)
    case .tied(let effect, let id, let presence): .tied(map(effect), to: id.within(key), presence.within(part))
    case .report(let misuse): .report(misuse)
    }
  }

  /// Returns this effect with transformed work.
  package func mapWork(
    _ transform:
      @escaping @Sendable (@escaping @Sendable (Send<Action>) async throws -> Void)
      -> @Sendable (Send<Action>) async throws -> Void
  ) -> Effect {
    switch self {
    case .none, .send, .cancel, .report: self
    case .run(let work): .run(transform(work))
    case .merge(let effects): .merge(effects.map { $0.mapWork(transform) })
    case .concatenate(let effects): .concatenate(effects.map { $0.mapWork(transform) })
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(effect.mapWork(transform), id: id, cancelInFlight: cancelInFlight)
    case .throttled(let effect, let id, let latest, let window):
      .throttled(
        effect.mapWork(transform), id: id, latest: latest,
        ThrottleWindow(open: window.open) { duration in
          try await transform { _ in try await window.sleep(duration) }(Send { _ in })
        })
    case .tied(let effect, let id, let presence): .tied(effect.mapWork(transform), to: id, presence)
    }
  }
}
