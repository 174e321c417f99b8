/// An event on a screen that is relevant outside of it: an article was chosen, the user has logged in. It does not name
/// a destination; a ``Flow`` decides that.
///
///     enum NewsEvent: ScreenEvent {
///       case articleChosen(Int)
///       case loggedIn
///     }
///
/// A separate type, in addition to the feature's actions and the outputs of its use cases, which should not conform to
/// it. A domain event is not a navigation command, so a flow that is bound to one does not compile. The code that
/// composes the app maps actions to events with ``Reducer/emitting(as:_:)``.
public protocol ScreenEvent: Equatable, Sendable {}
