/// What has happened on a screen that is of interest to its surroundings: an article was chosen, the user is logged in. It
/// says nothing of where to go; a ``Flow`` does.
///
///     enum NewsEvent: ScreenEvent {
///       case articleChosen(Int)
///       case loggedIn
///     }
///
/// A type of its own, beside the feature's actions and the outputs of its use cases, which are not to conform: what the domain
/// comes to is no command to navigate, and a flow that is bound to it does not compile. Who composes the app says with
/// ``Reducer/emitting(as:_:)`` which action amounts to which event.
public protocol ScreenEvent: Equatable, Sendable {}
