struct User: Codable, Equatable, Sendable, Identifiable {
  let id: Int
  var name: String
}
