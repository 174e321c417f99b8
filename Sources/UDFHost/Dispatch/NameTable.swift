/// Names, and the numbers from 0 that stand for them where a text would be too big.
struct NameTable {
  private var names: [String] = []
  private var numbers: [String: Int32] = [:]

  /// nil of a number that stands for no name, such as -1.
  subscript(number: Int32) -> String? { names.indices.contains(Int(number)) ? names[Int(number)] : nil }

  /// The number of a name, which gets one if it has none yet.
  mutating func number(for name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }

  func number(of name: String) -> Int32? { numbers[name] }
}
