import UDF

/// The result of a login screen, for the flow that presented it.
enum LoginScreenEvent: ScreenEvent {
  case loggedIn(String)
  case passwordForgotten
}
