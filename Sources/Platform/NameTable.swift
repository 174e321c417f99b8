/// Assigns numbers from 0 to names, for data structures in which a text would be too large.
package struct NameTable {
  private var names: [String] = []
  private var numbers: [String: Int32] = [:]

  package init() {}

  /// The name of a number; nil if the number has no name, such as -1.
  package subscript(number: Int32) -> String? { names.indices.contains(Int(number)) ? names[Int(number)] : nil }

  /// Returns the number of a name, and assigns one if it has none.
  package mutating func number(for name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }

  package func number(of name: String) -> Int32? { numbers[name] }
}
