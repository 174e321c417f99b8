/// What a client asks for: a change of one row, or several that the model makes as one.
struct FeedMutation: Decodable {
  enum Operation: String, Decodable { case put, patch, delete }

  /// A change of one row.
  struct Part: Decodable {
    /// nil: the articles.
    var collection: String?
    let op: Operation
    let key: String
    let row: Row?
  }

  /// How many changes the model makes as one.
  static let mostParts = 256

  let id: Int64
  let parts: [Part]

  private enum CodingKeys: CodingKey { case id, op, all }

  init(id: Int64, _ parts: [Part]) {
    self.id = id
    self.parts = parts
  }

  init(id: Int64, op: Operation, key: String, row: Row?) { self.init(id: id, [Part(op: op, key: key, row: row)]) }

  init(from decoder: any Decoder) throws {
    let mutation = try decoder.container(keyedBy: CodingKeys.self)
    id = try mutation.decode(Int64.self, forKey: .id)
    parts =
      try mutation.decode(String.self, forKey: .op) == "all"
      ? mutation.decode([Part].self, forKey: .all) : [Part(from: decoder)]
  }
}
