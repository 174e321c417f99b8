import Observation

/// The model of a screen: the screen displays ``state`` and reports events with ``handle(event:)``.
///
/// The view state is computed only when the feature's part of the store has changed, and published only when it differs
/// from the present one. Confined to the store's owner.
///
///     let model = ViewModel(store.scope(), events: CounterEvents(), view: CounterView())
///     model.handle(event: .plusTapped)
///     model.state.title   // "1 taps"
@Observable public final class ViewModel<ViewEvent, ViewState: Equatable> {
  /// The view state of the screen.
  public var state: ViewState { shown }

  // Separate from `state`, because a private setter could still be used through a key path.
  private var shown: ViewState

  /// Called with every event before its action is sent, for logging.
  @ObservationIgnored public var onEvent: ((ViewEvent, EventOutcome) -> Void)?

  @ObservationIgnored private let send: (ViewEvent, (EventOutcome) -> Void) -> EventOutcome
  @ObservationIgnored private var subscription: Subscription?

  /// Connects a scope of a store with the events and the view state of a screen.
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

  /// Reports an event of the screen. This is the only input of the model.
  @discardableResult public func handle(event: ViewEvent) -> EventOutcome {
    send(event) { onEvent?(event, $0) }
  }
}
