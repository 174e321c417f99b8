/// The name by which a feature cancels effects of its own: their id, or the action that starts them.
struct EffectName: Hashable {
  var feature: String
  var text: String
  /// The screen that they belong to; 0: none.
  var screen: Int

  /// Stands for all screens.
  static let anyScreen = -1

  /// An action's full type as its own feature calls it.
  static func short(_ action: String, of feature: String) -> String {
    action.hasPrefix(feature + "/") ? String(action.dropFirst(feature.count + 1)) : action
  }
}
