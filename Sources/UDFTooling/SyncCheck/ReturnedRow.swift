/// A row that the result of a mutation has returned.
struct ReturnedRow {
  let key: String
  let version: Int64
  let row: [String: JSONValue]
  let answer: CheckedAnswer
}
