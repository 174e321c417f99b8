/// The memory limit of one app host. The Lua VM counts the memory of scripts. Memory of the host itself, such as response
/// bodies, decoded values, rows and queues, is charged to this account. The limit applies to the sum of both.
///
/// Code that allocates memory adds it to a ``MemoryCharge`` first.
package final class MemoryAccount: Sendable {
  private struct State {
    var charged = 0
    var user: (any MemoryUser)?
  }

  /// The limit in bytes; 0 means no limit.
  package let limit: Int
  private let state = Guarded(State())

  package init(limit: Int) { self.limit = limit }

  /// The number of bytes currently charged.
  package var charged: Int { state.withLock { $0.charged } }

  /// Sets the user whose memory also counts towards the limit; nil removes it.
  package func setUser(_ user: (any MemoryUser)?) {
    state.withLock { state in
      state.user = user
      user?.setReserved(state.charged)
    }
  }

  /// Charges bytes. If the limit would be exceeded, throws and charges nothing.
  func add(_ bytes: Int) throws(MemoryShortage) {
    try state.withLock { state throws(MemoryShortage) in
      let (sum, isTooLarge) = state.charged.addingReportingOverflow(bytes)
      let left = limit - (state.user?.used ?? 0)
      guard limit == 0 || !isTooLarge && sum <= left else { throw MemoryShortage(limit: limit) }
      state.charged = sum
      state.user?.setReserved(sum)
    }
  }

  func remove(_ bytes: Int) {
    state.withLock { state in
      state.charged -= bytes
      state.user?.setReserved(state.charged)
    }
  }
}
