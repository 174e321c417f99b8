import UDF

/// The id of the effects in Swift that belong to a screen.
struct ScreenEffects: Hashable, Sendable {
  let screen: Int
}

extension SliceTree {
  /// What the reducers of the last action want done, on behalf of the screen that the action belongs to; nothing if that has
  /// gone while the action waited.
  func ownedEffect(ifThere isThere: (Int) -> Bool) -> Effect<HostAction> {
    let screen = screen
    if case .none = effect { return .none }
    guard screen != 0 else { return effect }
    guard isThere(screen) else { return .none }
    return effect.map { action in
      var action = action
      action.screen = screen
      return action
    }.cancellable(id: ScreenEffects(screen: screen))
  }
}
