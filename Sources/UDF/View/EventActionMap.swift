/// Says which action a view event stands for; pure, and `nil` where there is nothing to do.
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

  /// The action that the event stands for.
  func action(for event: Event) -> Action?
}
