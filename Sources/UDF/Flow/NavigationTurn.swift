/// What a step comes to: how many screens stay, and which one comes on top of them.
struct NavigationTurn<Route: Equatable & Sendable> {
  let kept: Int
  var route: Route?
  var isModal = false
  var wanted: Route?
}
