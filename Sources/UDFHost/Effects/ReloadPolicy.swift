/// Decides how a reload of a feature's code treats the feature's running effects.
enum ReloadPolicy: String {
  /// They continue with their old code, and the new reducers receive their actions.
  case finish
  case cancel
  /// They are cancelled and start again, with the new code and the same action.
  case restart
}
