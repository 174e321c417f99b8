struct Credentials: Equatable, Sendable {
  var name = ""
  var password = ""
}
