/// The effect of a step: the number of screens that stay, and the screen that is added on top of them.
struct NavigationTurn<Route: Equatable & Sendable> {
  let kept: Int
  var route: Route?
  var isModal = false
  var wanted: Route?
}
