/// A reader of annotations in the notation of LuaLS. It returns what is wrong with them.
///
/// It reads what its documentation describes: types, functions, tables, classes with their fields, aliases. It also holds that
/// each name stands for a class or an alias, and that no class has a field twice.
struct AnnotationGrammar {
  private struct Problem: Error { let text: String }

  private static let builtIn: Set = [
    "nil", "any", "boolean", "string", "number", "integer", "function", "table", "thread", "userdata", "lightuserdata",
    "self", "true", "false", "unknown",
  ]

  private var declared = builtIn
  private var used: [(name: String, place: String)] = []
  private var fields: Set<String> = []
  private(set) var problems: [String] = []
  private var text: Substring = ""

  mutating func read(_ file: String, _ source: String) {
    var isInAlias = false
    for (number, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let place = "\(file):\(number + 1)"
      guard line.hasPrefix("---@") || line.hasPrefix("---|") else { continue }
      if line.hasPrefix("---@class") || line.hasPrefix("---@alias") { (isInAlias, fields) = (false, []) }
      text = line.dropFirst(4)
      do throws(Problem) {
        if line.hasPrefix("---|") {
          guard isInAlias else { throw Problem(text: "an item of no alias") }
          skipSpace()
          try type(place)
          continue
        }
        let tag = word()
        skipSpace()
        switch tag {
        case "meta", "overload": if tag == "overload" { try type(place) }
        case "class":
          declare(name(), place)
          skipSpace()
          if take(":") {
            repeat {
              skipSpace()
              try type(place)
              skipSpace()
            } while take(",")
          }
          guard text.isEmpty else { throw Problem(text: "more behind the class: \(text)") }
        case "alias":
          declare(name(), place)
          skipSpace()
          isInAlias = text.isEmpty
          if !text.isEmpty { try type(place) }
        case "field": try field(place)
        default: throw Problem(text: "unknown tag \(tag)")
        }
      } catch { problems.append("\(place): \(error.text): \(line)") }
    }
  }

  /// Names that are used and declared nowhere are problems too.
  mutating func finish() {
    for use in used where !declared.contains(use.name) { problems.append("\(use.place): there is no type \(use.name)") }
  }

  // MARK: lines

  private mutating func declare(_ name: String, _ place: String) {
    if name.isEmpty || !declared.insert(name).inserted { problems.append("\(place): \"\(name)\" is declared twice") }
  }

  private mutating func field(_ place: String) throws(Problem) {
    let key: String
    if take("[") {
      skipSpace()
      let rest = text
      try type(place)
      key = String(rest.dropLast(text.count))
      guard take("]") else { throw Problem(text: "no ] behind the key") }
    } else {
      key = name()
      guard key.contains("."), !key.isEmpty else { return try rest(of: key, place) }
      throw Problem(text: "a key with a dot")
    }
    try rest(of: key, place)
  }

  private mutating func rest(of key: String, _ place: String) throws(Problem) {
    _ = take("?")
    guard !key.isEmpty, text.first == " " else { throw Problem(text: "no key and type") }
    if !fields.insert(key).inserted { throw Problem(text: "the field \(key) twice") }
    skipSpace()
    try type(place)
    // What follows is for readers.
    guard text.isEmpty || text.first == " " else { throw Problem(text: "more behind the type: \(text)") }
  }

  // MARK: types

  private mutating func type(_ place: String) throws(Problem) {
    repeat {
      try one(place)
      while take("[]") || take("?") {}
    } while take("|")
  }

  private mutating func one(_ place: String) throws(Problem) {
    if take("(") {
      try type(place)
      guard take(")") else { throw Problem(text: "no ) behind a type: \(text)") }
    } else if take("{") {
      try list(of: "}", place) { reader, place throws(Problem) in
        if reader.take("[") {
          try reader.type(place)
          guard reader.take("]") else { throw Problem(text: "no ] behind a key: \(reader.text)") }
        } else if reader.name().isEmpty {
          throw Problem(text: "no name in a table: \(reader.text)")
        }
        _ = reader.take("?")
        guard reader.take(":") else { throw Problem(text: "no : behind a name: \(reader.text)") }
        reader.skipSpace()
        try reader.type(place)
      }
    } else if let quote = text.first, quote == "\"" || quote == "'" {
      text.removeFirst()
      while let next = text.popFirst(), next != quote { if next == "\\" { _ = text.popFirst() } }
    } else {
      let name = self.name()
      guard !name.isEmpty else { throw Problem(text: "no type: \(text)") }
      if name == "fun", text.first == "(" { return try function(place) }
      used.append((name, place))
      if take("<") {
        repeat {
          skipSpace()
          try type(place)
          skipSpace()
        } while take(",")
        guard take(">") else { throw Problem(text: "no > behind types: \(text)") }
      }
    }
  }

  private mutating func function(_ place: String) throws(Problem) {
    _ = take("(")
    try list(of: ")", place) { reader, place throws(Problem) in
      guard reader.take("...") || !reader.name().isEmpty else { throw Problem(text: "no parameter: \(reader.text)") }
      _ = reader.take("?")
      guard reader.take(":") else { return }
      reader.skipSpace()
      try reader.type(place)
    }
    guard take(":") else { return }
    repeat {
      skipSpace()
      try type(place)
    } while take(",")
  }

  private mutating func list(
    of end: String, _ place: String, _ item: (inout Self, String) throws(Problem) -> Void
  ) throws(Problem) {
    skipSpace()
    while !take(end) {
      try item(&self, place)
      skipSpace()
      if !take(","), !text.hasPrefix(end) { throw Problem(text: "no , or \(end): \(text)") }
      skipSpace()
    }
  }

  // MARK: characters

  private mutating func take(_ part: String) -> Bool {
    guard text.hasPrefix(part) else { return false }
    text = text.dropFirst(part.count)
    return true
  }

  private mutating func skipSpace() { text = text.drop { $0 == " " } }

  private mutating func word() -> String {
    let word = text.prefix { $0.isLetter }
    text = text.dropFirst(word.count)
    return String(word)
  }

  private mutating func name() -> String {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    text = text.dropFirst(name.count)
    return String(name)
  }
}
