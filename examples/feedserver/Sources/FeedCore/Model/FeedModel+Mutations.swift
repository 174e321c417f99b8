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

  /// Makes all parts of a mutation, or none if one of them is refused.
  private mutating func make(_ mutation: FeedMutation) throws(Refusal) {
    guard (1...FeedMutation.mostParts).contains(mutation.parts.count) else {
      throw Refusal(
        code: "invalid", message: "1 to \(FeedMutation.mostParts) changes are made as one, not \(mutation.parts.count)")
    }
    var outcomes: [(key: FeedKey, row: Row?)] = []
    for part in mutation.parts {
      // An earlier part may have changed the same row.
      let key = FeedKey(part.key, in: part.collection)
      let present = outcomes.last { $0.key == key }.map(\.row) ?? self[key]
      outcomes.append((key, try outcome(of: part, on: present)))
    }
    for (key, row) in outcomes {
      if let row { put(key.key, in: key.collection, row) } else { delete(key.key, in: key.collection) }
    }
  }

  /// The row after a part; nil: it is deleted.
  private func outcome(of part: FeedMutation.Part, on present: Row?) throws(Refusal) -> Row? {
    switch part.op {
    case .put: return try checked(part.row ?? [:], part)
    case .delete: return nil
    case .patch:
      guard let present else {
        throw Refusal(code: "gone", message: "there is no \(part.noun) \(part.key) any more")
      }
      guard case .object(let merged) = JSON.object(present).merged(with: .object(part.row ?? [:])) else {
        return present
      }
      return try checked(merged, part)
    }
  }

  private func checked(_ row: Row, _ part: FeedMutation.Part) throws(Refusal) -> Row {
    let key = part.key
    guard !key.isEmpty else {
      throw Refusal(code: "invalid", message: "an \(part.noun) needs an id that is not empty")
    }
    guard row["id"] == .string(key) else {
      throw Refusal(code: "invalid", message: "the id of an \(part.noun) cannot be another than \(key)")
    }
    guard part.noun == "article" else { return row }
    guard case .string(let title) = row["title"], !title.isEmpty else {
      throw Refusal(code: "invalid", message: "an article needs a title")
    }
    return row
  }
}

extension FeedMutation.Part {
  /// What a row of the collection is called.
  fileprivate var noun: String { FeedKey(key, in: collection).collection == FeedKey.articles ? "article" : "item" }
}
