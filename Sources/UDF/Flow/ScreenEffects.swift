/// The id of all effects that belong to one screen.
struct ScreenEffects<Route: Equatable & Sendable>: Hashable, Sendable {
  let screen: Int
}
