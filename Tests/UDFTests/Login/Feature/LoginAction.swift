enum LoginAction: Equatable, Sendable {
  case edit(name: String, password: String)
  case submit
  case began
  case loggedIn(String)
  case refused(String)
}
