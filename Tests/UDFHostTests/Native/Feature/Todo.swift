struct Todo: Codable, Sendable, Equatable {
  var id: String
  var title: String
  var done: Bool
}
