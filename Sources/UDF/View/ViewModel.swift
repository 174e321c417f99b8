import Observation

/// What a screen holds on to: it shows ``state`` and says what happened with ``handle(event:)``.
///
/// The view state is reduced anew only when the feature's part of the store has changed, and published only when it is
/// unequal to the one shown. Confined to the store's owner.
///
///     let model = ViewModel(store.scope(), events: CounterEvents(), view: CounterView())
///     model.handle(event: .plusTapped)
///     model.state.title   // "1 taps"
@Observable public final class ViewModel<ViewEvent, ViewState: Equatable> {
  /// What the screen shows.
  public var state: ViewState { shown }

  // Apart from `state`, because a private setter could still be reached through a key path.
  private var shown: ViewState

  /// Called with every event before its action is sent, for a log.
  @ObservationIgnored public var onEvent: ((ViewEvent, EventOutcome) -> Void)?

  @ObservationIgnored private let send: (ViewEvent, (EventOutcome) -> Void) -> EventOutcome
  @ObservationIgnored private var subscription: Subscription?

  /// Joins a scope of a store to what the screen says and shows.
  public init<Domain, Action>(
    _ scope: Scope<Domain, Action>, events: some EventActionMap<ViewEvent, Action>,
    view: some ViewStateReducing<Domain, ViewState>
  ) {
    shown = view.reduce(scope.state)
    send = { event, log in
      let action = events.action(for: event)
      let outcome = action == nil ? EventOutcome.noAction : .sent
      log(outcome)
      if let action { scope.send(action) }
      return outcome
    }
    subscription = scope.subscribe { [weak self] domain in
      guard let self else { return }
      let next = view.reduce(domain)
      if next != shown { shown = next }
    }
  }

  /// Says what happened on the screen; the only way in.
  @discardableResult public func handle(event: ViewEvent) -> EventOutcome {
    send(event) { onEvent?(event, $0) }
  }
}
