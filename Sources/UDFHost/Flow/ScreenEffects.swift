import UDF

/// The id of the effects in Swift that belong to a screen.
struct ScreenEffects: Hashable, Sendable {
  let screen: Int
}

/// The id of the effects in Swift that an action began.
struct ActionEffects: Hashable, Sendable {
  let action: Int
}

extension SliceTree {
  /// What the reducers of the last action want done, on behalf of the screen that the action belongs to; nothing if that has
  /// gone while the action waited. What they send names the action as its cause.
  func ownedEffect(ifThere isThere: (Int) -> Bool) -> Effect<HostAction> {
    let (screen, cause) = (screen, history.count)
    if case .none = effect { return .none }
    guard isThere(screen) else { return .none }
    let owned = effect.map { action in
      var action = action
      action.screen = screen
      action.cause = cause
      return action
    }
    let ofScreen = screen == 0 ? owned : owned.cancellable(id: ScreenEffects(screen: screen))
    return ofScreen.cancellable(id: ActionEffects(action: cause))
  }
}
