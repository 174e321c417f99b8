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
  /// The events of a view.
  associatedtype Event
  /// The actions of a feature.
  associatedtype Action

  /// Returns the action for an event.
  func action(for event: Event) -> Action?
}
