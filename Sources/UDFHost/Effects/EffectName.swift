/// The name by which a feature cancels its own effects: their id, or the action that starts them.
struct EffectName: Hashable {
  var feature: String
  var text: String
  /// The screen that owns them; 0: none.
  var screen: Int

  /// Matches the effects of all screens.
  static let anyScreen = -1

  /// Returns an action's type without the prefix of its own feature.
  static func short(_ action: String, of feature: String) -> String {
    action.hasPrefix(feature + "/") ? String(action.dropFirst(feature.count + 1)) : action
  }
}
