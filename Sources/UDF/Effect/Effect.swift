/// Work that follows an action, described as data: a reducer returns it, the store does it.
///
/// The work runs off the owner and reaches the store only through ``Send``; it stops with the store. Time comes from a
/// `Clock` that the feature hands in.
///
///     return .run { send in
///       try? await clock.sleep(for: .seconds(1))
///       send(.tick)
///     }
///     .cancellable(id: "timer", cancelInFlight: true)
public indirect enum Effect<Action> {
  /// Nothing to do.
  case none
  /// Queues an action behind those already waiting.
  case send(Action)
  /// Runs asynchronously, sending as many actions as it likes.
  case run(@Sendable (Send<Action>) async -> Void)
  /// Starts all at once.
  case merge([Effect])
  /// Starts each when the one before has finished or was cancelled.
  case concatenate([Effect])
  /// Cancels every running effect of that id; what it has sent but is not yet reduced is dropped.
  case cancel(EffectID)
  /// Runs under an id; with `cancelInFlight` it first cancels those that run under the same id.
  case cancellable(Effect, id: EffectID, cancelInFlight: Bool)
  /// Tells of a misuse that a reducer came upon.
  case report(Misuse)
}

extension Effect: Sendable where Action: Sendable {}

extension Effect {
  /// Cancels every running effect of that id.
  public static func cancel(id: some Hashable & Sendable) -> Effect { .cancel(EffectID(id)) }

  /// This effect under an id; with `cancelInFlight` it first cancels those that run under the same id.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
    .cancellable(self, id: EffectID(id), cancelInFlight: cancelInFlight)
  }

  /// Does `work` and sends what `then` makes of its result, so that an error too becomes an action.
  ///
  ///     return .attempt { try await service.users() } then: { result in
  ///       switch result {
  ///       case .success(let users): .loaded(users)
  ///       case .failure(let error): .failed("\(error)")
  ///       }
  ///     }
  public static func attempt<Value>(
    _ work: @escaping @Sendable () async throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Action
  ) -> Effect where Action: Sendable {
    .run { send in
      do { send(then(.success(try await work()))) } catch { send(then(.failure(error))) }
    }
  }

  /// Both at once, in that order, without wrapping what does nothing.
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

  /// The effect of a part as an effect of the whole. `key` keeps the ids of one element apart from those of its siblings.
  @inlinable public func map<Whole>(
    key: EffectID? = nil, _ embed: @escaping @Sendable (Action) -> Whole
  ) -> Effect<Whole> {
    if case .none = self { return .none }
    return mapped(key: key, embed)
  }

  @usableFromInline func mapped<Whole>(
    key: EffectID?, _ embed: @escaping @Sendable (Action) -> Whole
  ) -> Effect<Whole> {
    switch self {
    case .none: .none
    case .send(let action): .send(embed(action))
    case .run(let work): .run { send in await work(send.mapped(embed)) }
    case .merge(let effects): .merge(effects.map { $0.mapped(key: key, embed) })
    case .concatenate(let effects): .concatenate(effects.map { $0.mapped(key: key, embed) })
    case .cancel(let id): .cancel(id.within(key))
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(effect.mapped(key: key, embed), id: id.within(key), cancelInFlight: cancelInFlight)
    case .report(let misuse): .report(misuse)
    }
  }
}
