/// One thing to do; a row of the table.
package struct Todo: Codable, Sendable {
  package var id: String
  package var title: String
  package var done = false
}
