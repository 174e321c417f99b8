import DequeModule

/// The last entries of the log that the state contains, with the numbers of their actions.
package struct SharedWindow {
  /// The number of positions that an undo reaches back. It must be the same on all hosts of a log.
  package let reach: Int64
  /// The numbers of their actions in the history, without gaps; 0: a command, or an action that the history does not have.
  private var numbers: Deque<Int> = []
  /// The position of the last one.
  package private(set) var last: Int64 = 0

  package init(reach: Int64) { self.reach = reach }

  package var isEmpty: Bool { numbers.isEmpty }

  /// Adds an entry after the others.
  package mutating func add(_ n: Int, at position: Int64) {
    if numbers.isEmpty { last = position - 1 }
    while last + 1 < position {
      numbers.append(0)
      last += 1
    }
    numbers.append(n)
    last = position
  }

  package mutating func removeAll() { numbers.removeAll() }

  /// Removes the entries that no undo can reach.
  package mutating func trim() { if numbers.count > reach { numbers.removeFirst(numbers.count - Int(reach)) } }

  /// The number of the action at a position; 0: the window has none there.
  package subscript(position: Int64) -> Int {
    let index = Int(position - last) + numbers.count - 1
    return numbers.indices.contains(index) ? numbers[index] : 0
  }

  /// The actions after a position.
  package func after(_ position: Int64) -> some Sequence<(position: Int64, n: Int)> {
    let first = max(position + 1, last - Int64(numbers.count) + 1)
    return (first..<max(first, last + 1)).lazy.map { (position: $0, n: self[$0]) }.filter { $0.n > 0 }
  }
}
