/// One thing to do; a row of the table.
struct Todo: Codable, Sendable {
  var id: String
  var title: String
  var done = false
}
