/// A map with string keys in byte order of the keys. udfhost shows and iterates over every map in this order.
///
/// Keys are compared byte by byte, as in Lua: two forms of `é` are two keys. A key whose value is `.none` is absent.
///
///     var fields: Record = ["sku": "A1", "qty": 2]
///     fields["qty"] = 3
///     fields.map(\.key)   // ["qty", "sku"]
public struct Record: Sendable {
  public typealias Element = (key: String, value: Value)
  private var entries: [Element] = []

  public init() {}

  /// Builds a record from pairs in any order; of several pairs with one key the last counts.
  public init(_ pairs: some Sequence<(String, Value)>) {
    // Sorted, so that each pair is appended; otherwise each insertion would move the entries after it.
    for (key, value) in pairs.sorted(by: { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }) { self[key] = value }
  }

  /// Builds a record from pairs that are probably sorted. None may be `.none`.
  init(unsorted pairs: [Element]) {
    let isSorted = zip(pairs, pairs.dropFirst()).allSatisfy { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    self.init(isSorted ? [] : pairs.map { ($0.key, $0.value) })
    if isSorted { entries = pairs }
  }

  public subscript(key: String) -> Value {
    get {
      let (position, found) = search(key)
      return found ? entries[position].value : .none
    }
    set {
      let (position, found) = search(key)
      switch (found, newValue) {
      case (true, .none): entries.remove(at: position)
      case (true, _): entries[position].value = newValue
      case (false, .none): break
      case (false, _): entries.insert((key, newValue), at: position)
      }
    }
  }

  /// The first position whose key is not before `key`, and whether its key is `key`.
  private func search(_ key: String) -> (Int, Bool) {
    // Records arrive in order from Lua, so the end is checked first.
    guard let last = entries.last, !last.key.utf8.lexicographicallyPrecedes(key.utf8) else {
      return (entries.count, false)
    }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key.utf8.lexicographicallyPrecedes(key.utf8) { low = middle + 1 } else { high = middle }
    }
    return (low, entries[low].key.utf8.elementsEqual(key.utf8))
  }
}

extension Record: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }
  public subscript(position: Int) -> Element { entries[position] }
}

extension Record: Equatable {
  public static func == (left: Record, right: Record) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
  }
}

extension Record: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}
