import Platform
import UDF

/// The action types of a host, by number. A type keeps its number in later generations.
struct ActionTable {
  private(set) var types: [ActionType] = []
  private var names = NameTable()

  subscript(id: Int32) -> ActionType {
    get { types[Int(id)] }
    set { types[Int(id)] = newValue }
  }

  /// Returns the number of a full type, and adds the type if it is new.
  mutating func number(for name: String) -> Int32 {
    let number = names.number(for: name)
    if Int(number) == types.count { types.append(ActionType(name: name)) }
    return number
  }

  func number(of name: String) -> Int32? { names.number(of: name) }

  /// Removes the reducers and effects of all types, so that the next generation can add its own.
  mutating func clear() {
    for index in types.indices {
      types[index] = ActionType(name: types[index].name, stampedFields: types[index].stampedFields)
    }
  }

  /// The types that the app handles, sorted.
  var answered: [String] { types.filter(\.isHandled).map(\.name).sorted() }
}
