struct Article: Equatable, Sendable {
  let id: Int
  var title: String
}
