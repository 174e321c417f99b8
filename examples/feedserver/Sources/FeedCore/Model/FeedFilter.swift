import Foundation

/// What a reader wants: collections, and of each the rows whose fields have one of some values.
struct FeedFilter {
  /// All articles, for a reader that names no collections.
  static let all = FeedFilter(text: "{}", fields: [FeedKey.articles: [:]], schemas: [:])

  /// The parameters as the reader sent them; `@` stands before those of a reader that names collections.
  let text: String
  /// By collections and names of fields.
  private let fields: [String: [String: Set<JSON>]]
  /// The schemas of the collections that the reader names.
  let schemas: [String: Int]

  /// Reads the parameter `where` of a request, or `@` and the parameter `collections`; nil if it is not one.
  init?(_ text: String) {
    let isNamed = text.hasPrefix("@")
    let json = Data((isNamed ? text.dropFirst() : text[...]).utf8)
    guard case .object(let members)? = try? JSONDecoder().decode(JSON.self, from: json) else { return nil }
    guard isNamed else {
      self.init(text: text, fields: [FeedKey.articles: Self.values(members)], schemas: [:])
      return
    }
    var (fields, schemas): ([String: [String: Set<JSON>]], [String: Int]) = ([:], [:])
    for (name, member) in members {
      guard case .object(let wanted) = member else { return nil }
      fields[name] = [:]
      if case .object(let values)? = wanted["where"] { fields[name] = Self.values(values) }
      schemas[name] = 1
      if case .integer(let schema)? = wanted["schema"] { schemas[name] = Int(schema) }
    }
    guard !fields.isEmpty else { return nil }
    self.init(text: text, fields: fields, schemas: schemas)
  }

  private init(text: String, fields: [String: [String: Set<JSON>]], schemas: [String: Int]) {
    self.text = text
    self.fields = fields
    self.schemas = schemas
  }

  private static func values(_ members: [String: JSON]) -> [String: Set<JSON>] {
    members.mapValues { value in if case .list(let items) = value { Set(items) } else { Set([value]) } }
  }

  /// The names of the collections that the reader asks for by name; nil: it names none.
  var names: [String]? { schemas.isEmpty ? nil : fields.keys.sorted() }

  /// Whether a token for another filter can be continued for this one.
  func isOfSameCollections(as other: FeedFilter) -> Bool { names == other.names }

  /// Whether the reader wants rows of a collection at all.
  func has(_ collection: String) -> Bool { fields[collection] != nil }

  func matches(_ row: Row, in collection: String = FeedKey.articles) -> Bool {
    fields[collection]?.allSatisfy { name, values in row[name].map(values.contains) ?? false } ?? false
  }
}

extension FeedFilter: Equatable {
  static func == (left: FeedFilter, right: FeedFilter) -> Bool {
    left.fields == right.fields && left.names == right.names
  }
}
