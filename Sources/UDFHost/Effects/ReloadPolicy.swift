/// What becomes of a feature's effects in flight when its code is loaded anew.
enum ReloadPolicy: String {
  /// They finish with the code that they began with, and their actions reach the new reducers.
  case finish
  case cancel
  /// They are cancelled and begin again, on the new code, with the action that began them.
  case restart
}
