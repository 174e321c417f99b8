import UDF

/// The kinds of action that this host has met. Numbers stay the same across generations.
struct ActionTable {
  private(set) var types: [ActionType] = []
  private var names = NameTable()

  subscript(id: Int32) -> ActionType {
    get { types[Int(id)] }
    set { types[Int(id)] = newValue }
  }

  /// The number of a full type, made if there is none yet.
  mutating func number(for name: String) -> Int32 {
    let number = names.number(for: name)
    if Int(number) == types.count { types.append(ActionType(name: name)) }
    return number
  }

  func number(of name: String) -> Int32? { names.number(of: name) }

  /// Removes the reducers and effects of all types, before the next generation adds its own.
  mutating func clear() {
    for index in types.indices { types[index] = ActionType(name: types[index].name) }
  }

  /// The types that the app handles, in order.
  var answered: [String] { types.filter(\.isHandled).map(\.name).sorted() }
}
