/// Maps view events to actions: a pure function that returns `nil` for events without an action.
///
///     struct CounterEvents: EventActionMap {
///       func action(for event: CounterEvent) -> CounterAction? {
///         switch event {
///         case .plusTapped: .increment
///         case .scrolled: nil
///         }
///       }
///     }
public protocol EventActionMap<Event, Action> {
  associatedtype Event
  associatedtype Action

  /// Returns the action for an event.
  func action(for event: Event) -> Action?
}
