import UDF

/// What a login screen comes to, for whoever showed it.
enum LoginScreenEvent: ScreenEvent {
  case loggedIn(String)
  case passwordForgotten
}
