/// The results of mutations from the server, parsed as far as possible.
struct CheckedResults {
  /// The code of each refused mutation, and nil for each accepted one, by id.
  private(set) var codes: [Int64: String?] = [:]
  /// The members of each result, by id.
  private(set) var members: [Int64: [String: JSONValue]] = [:]
  /// What is wrong with the answer; nil if it is correct.
  private(set) var problem: String?

  init(_ answer: CheckedAnswer, to mutations: [CheckedMutation]) {
    guard answer.status == 200 else {
      problem = "expected status 200"
      return
    }
    guard let items = (try? JSONValue(answer.body))?.members?["results"]?.items else {
      problem = "expected {\"results\":[…]}"
      return
    }
    let ids = items.map { $0.members?["id"]?.integer }
    for item in items {
      guard let result = item.members, let id = result["id"]?.integer else { continue }
      members[id] = result
      codes[id] = .some(result["code"]?.string)
    }
    let expected = mutations.map(\.id)
    guard !ids.isEmpty, ids.count <= expected.count, zip(ids, expected).allSatisfy({ $0 == $1 }) else {
      problem = "expected results for \(expected) in this order, or for the first of them"
      return
    }
  }

  func isAnswered(_ id: Int64) -> Bool { codes[id] != nil }
  func code(_ id: Int64) -> String? { codes[id] ?? nil }
}
