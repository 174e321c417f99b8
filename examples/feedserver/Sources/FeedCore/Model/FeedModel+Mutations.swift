extension FeedModel {
  /// Makes mutations in their order, each once. A mutation that comes again gets the outcome that it had.
  mutating func push(_ mutations: [FeedMutation], client: String) -> [(id: Int64, refusal: Refusal?)] {
    mutations.map { mutation in
      var record = clients[client] ?? ClientRecord()
      if mutation.id > record.last {
        record.last = mutation.id
        do throws(Refusal) {
          try make(mutation)
        } catch {
          record.refused[mutation.id] = error
        }
        clients[client] = record
      }
      return (mutation.id, record.refused[mutation.id])
    }
  }

  private mutating func make(_ mutation: FeedMutation) throws(Refusal) {
    let key = mutation.key
    switch mutation.op {
    case .put: put(key, try checked(mutation.row ?? [:], key))
    case .delete: delete(key)
    case .patch:
      guard let row = self[key] else {
        throw Refusal(code: "gone", message: "there is no article \(key) any more")
      }
      guard case .object(let merged) = JSON.object(row).merged(with: .object(mutation.row ?? [:])) else { return }
      put(key, try checked(merged, key))
    }
  }

  private func checked(_ row: Row, _ key: String) throws(Refusal) -> Row {
    guard !key.isEmpty else { throw Refusal(code: "invalid", message: "an article needs an id that is not empty") }
    guard row["id"] == .string(key) else {
      throw Refusal(code: "invalid", message: "the id of an article cannot be another than \(key)")
    }
    guard case .string(let title) = row["title"], !title.isEmpty else {
      throw Refusal(code: "invalid", message: "an article needs a title")
    }
    return row
  }
}
