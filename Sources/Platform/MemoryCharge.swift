/// Memory charged for one purpose, such as a service call. The charge ends when the last reference is released.
///
///     try MemoryCharge.current?.add(bytes.count)
package final class MemoryCharge: Sendable {
  /// The charge of the current task; nil if its memory is not limited.
  @TaskLocal package static var current: MemoryCharge?

  package let account: MemoryAccount
  private let bytes = Guarded(0)

  package init(_ account: MemoryAccount) { self.account = account }

  deinit { account.remove(bytes.withLock { $0 }) }

  /// Charges bytes; a negative number reduces the charge. If the limit would be exceeded, throws and charges nothing.
  package func add(_ more: Int) throws(MemoryShortage) {
    try account.add(more)
    bytes.withLock { $0 += more }
  }

  /// Sets the total charge to `count` bytes.
  package func set(_ count: Int) throws(MemoryShortage) { try add(count - bytes.withLock { $0 }) }

  /// Makes a separate charge for memory that outlives the current task's work; nil if memory is not limited.
  package static func lasting() -> MemoryCharge? { current.map { MemoryCharge($0.account) } }

  /// Calls `body` with a new charge to the account as ``current``. The charge ends with `body`, unless `body` retains it.
  package static func counting<Result, Failure: Error>(
    for account: MemoryAccount, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withValue` does not support typed throws.
    var answer: Swift.Result<Result, Failure>?
    $current.withValue(MemoryCharge(account)) {
      do throws(Failure) { answer = .success(try body()) } catch { answer = .failure(error) }
    }
    return try answer!.get()
  }

  /// Calls `body` with a separate charge to the same account. The charge ends with `body`, unless `body` retains it.
  package static func apart<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let charge = lasting() else { return try await body() }
    var answer: Swift.Result<Result, Failure>?
    await $current.withValue(charge) {
      do throws(Failure) { answer = .success(try await body()) } catch { answer = .failure(error) }
    }
    return try answer!.get()
  }
}
