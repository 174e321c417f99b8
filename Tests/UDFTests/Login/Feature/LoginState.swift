struct LoginState: Equatable {
  var credentials = Credentials()
  var isBusy = false
  var user: String?
  var error: String?
}
