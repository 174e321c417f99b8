import UDF

/// The id of the effects in Swift that belong to a screen.
struct ScreenEffects: Hashable, Sendable {
  let screen: Int
}

extension SliceTree {
  /// What the reducers of the last action want done, on behalf of the screen that the action belongs to.
  var ownedEffect: Effect<HostAction> {
    let screen = screen
    if case .none = effect { return .none }
    guard screen != 0 else { return effect }
    return effect.map { action in
      var action = action
      action.screen = screen
      return action
    }.cancellable(id: ScreenEffects(screen: screen))
  }
}
