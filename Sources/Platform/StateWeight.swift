/// The size of a native feature's state for the memory limit, computed again after actions that may have added much.
///
/// It is not generic, because code that does not know the type of the state would look it up for each action.
package struct StateWeight {
  /// The minimum number of added bytes before the size is computed again.
  private static var least: Int { 1 << 20 }

  private let weigh: (() -> Int)?
  private let charge: MemoryCharge
  private var weight = 0
  @usableFromInline var added = 0
  @usableFromInline var most: Int

  /// - Parameter weigh: returns the estimated size of the state in bytes; nil: the state does not count.
  package init(_ weigh: (() -> Int)?, memory: MemoryAccount) {
    self.weigh = weigh
    charge = MemoryCharge(memory)
    most = weigh == nil ? .max : Self.least
  }

  /// Whether the size must be computed after an action with that many bytes.
  @inlinable package mutating func isDue(after bytes: Int) -> Bool {
    added &+= bytes
    return added > most
  }

  /// Charges the size of the state. Throws, and keeps the former charge, if the size exceeds the limit.
  package mutating func update() throws(MemoryShortage) {
    guard let weigh else { return }
    let new = weigh()
    try charge.set(new)
    (weight, added, most) = (new, 0, max(Self.least, new / 8))
  }

  package var mebibytes: Int { weight >> 20 }
}
