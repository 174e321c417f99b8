/// Header fields in the order in which they were added. Names are case-insensitive, and may repeat.
///
///     var headers: HTTPHeaders = ["Accept": "text/html"]
///     headers.add("accept", "text/plain")
///     headers["ACCEPT"]          // "text/html"
///     headers.values("Accept")   // ["text/html", "text/plain"]
public struct HTTPHeaders: Sendable {
  /// All fields; the names keep their original case.
  public private(set) var fields: [(name: String, value: String)] = []

  public init() {}

  /// Adds a field, even if there is already one with that name.
  public mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

  /// All values of that name.
  public func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The first value of that name. Setting it replaces all fields of that name by one; setting nil removes them.
  public subscript(name: String) -> String? {
    get { values(name).first }
    set {
      let lowercased = name.lowercased()
      fields.removeAll { $0.name.lowercased() == lowercased }
      if let newValue { add(name, newValue) }
    }
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral fields: (String, String)...) {
    for (name, value) in fields { add(name, value) }
  }
}

extension HTTPHeaders: Equatable {
  public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields.elementsEqual(right.fields) {
      $0.name.lowercased() == $1.name.lowercased() && $0.value == $1.value
    }
  }
}
