/// An event on a screen that is relevant outside of it: an article was chosen, the user has logged in. It does not name
/// a destination; a ``Flow`` decides that.
///
///     enum NewsEvent: ScreenEvent {
///       case articleChosen(Int)
///       case loggedIn
///     }
///
/// Actions and outputs of use cases should not conform to it, because a domain event is not a navigation command. The
/// code that composes the app maps actions to events with ``Reducer/emitting(as:_:)``.
public protocol ScreenEvent: Equatable, Sendable {}
