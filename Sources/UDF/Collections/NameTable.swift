/// Numbers names from 0, for places where a text would be too large.
package struct NameTable {
  private var names: [String] = []
  private var numbers: [String: Int32] = [:]

  package init() {}

  /// nil of a number that stands for no name, such as -1.
  package subscript(number: Int32) -> String? { names.indices.contains(Int(number)) ? names[Int(number)] : nil }

  /// The number of a name, which gets one if it has none yet.
  package mutating func number(for name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }

  package func number(of name: String) -> Int32? { numbers[name] }
}
