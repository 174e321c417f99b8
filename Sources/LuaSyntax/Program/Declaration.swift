/// A declaration, such as `udf.feature { … }`: the call and its table, or the function of a middleware.
package struct Declaration {
  /// The name of the `udf` function: `feature`, `scene`, `flow`.
  package let kind: String
  package let place: Located
  private let program: LuaProgram
  private let table: Located

  /// nil if the expression is no declaration, or if its table is known only at run time.
  init?(_ call: Located, in program: LuaProgram) {
    guard let (kind, arguments) = program.library(call) else { return nil }
    let position = kind == "native" ? 1 : 0
    guard position < arguments.count else { return nil }
    let table = program.meaning(of: call.with(arguments[position]))
    guard table.fields != nil || kind == "middleware" && table.function != nil else { return nil }
    (self.kind, place, self.program, self.table) = (kind, call, program, table)
    named = kind == "native" ? arguments[0].text : nil
  }

  private let named: String?

  /// The declared name; nil if it is known only at run time.
  package var name: String? { named ?? self["name"]?.expression.text }

  /// Whether the call begins on this line.
  package func isAt(file: String, line: Int) -> Bool {
    place.file.name == file && place.expression.position.line == line
  }

  /// The function of a middleware that is declared as a function instead of a table.
  package var function: Located? { table.function == nil ? nil : table }

  package subscript(key: String) -> Located? { program.member(key, of: table) }

  /// The position of the last key of a path of keys.
  package func place(of keys: [String]) -> Located? {
    var (place, map): (Located?, Located) = (nil, table)
    for name in keys {
      let fields = program.meaning(of: map)
      var found: (Expression, Expression)?
      for case .named(let key, let value) in fields.fields ?? [] where key.text == name { found = (key, value) }
      guard let (key, value) = found else { return nil }
      (place, map) = (fields.with(key), fields.with(value))
    }
    return place
  }

  /// The named entries of the map under a key.
  package func entries(_ key: String) -> [(key: Expression, name: String, value: Located)] {
    guard let map = self[key].map({ program.meaning(of: $0) }), let fields = map.fields else { return [] }
    return fields.compactMap { field in
      guard case .named(let key, let value) = field, let name = key.text else { return nil }
      return (key, name, map.with(value))
    }
  }

  /// The items of the list under a key.
  package func items(_ key: String) -> [Located] { self[key].map { program.items(of: $0) } ?? [] }

  /// The last item of each list in a map: the functions of computed values and reactions.
  package func lastItems(_ key: String) -> [(name: String, value: Located)] {
    entries(key).compactMap { entry in
      let list = program.meaning(of: entry.value)
      guard case .item(let value)? = list.fields?.last else { return nil }
      return (entry.name, list.with(value))
    }
  }
}
