/// Decides what becomes of a pending mutation when its row has changed on the server.
///
/// The default, ``replay``, keeps the mutation and applies it again on top of the server's row. The engine asks any other policy
/// once for each pull that changes the row, and only about mutations that it has never sent: the server decides about the others.
/// Rows are compared as JSON values, so another order of fields and `1.0` for `1` are no change.
///
///     struct AppCore: SyncCore {
///       let instances = Instances()
///       func dependency(_ collection: SyncCollection) -> ConflictPolicy {
///         ConflictPolicy { mutation, row in row == nil && mutation.operation == .patch ? .drop : .keep }
///       }
///     }
///
/// A policy that makes one row of both sides:
///
///     ConflictPolicy(merging: { conflict in
///       guard let theirs = conflict.theirs else { return conflict.mine?.body }
///       return conflict.mine.map { longer($0.body, theirs.body) }
///     })
public struct ConflictPolicy: Sendable {
  public enum Resolution: Sendable, Hashable {
    /// The mutation stays as it is, and the engine applies it again on top of the new row.
    case keep
    /// The mutation leaves the outbox and becomes a dead letter with the code `conflict`.
    case drop
    /// The mutation gets another body.
    case replace(body: [UInt8])
    /// The mutation becomes a `put` of this row, or a deletion if it is nil.
    case row([UInt8]?)
  }

  /// Whether the policy asks about rows that own mutations may have changed; see ``init(merging:)``.
  let merges: Bool
  /// Whether this is ``replay``, which needs no note of what was sent.
  let isReplay: Bool
  private let answer: @Sendable (Conflict) async throws -> Resolution

  private init(
    merges: Bool = false, isReplay: Bool = false, _ answer: @escaping @Sendable (Conflict) async throws -> Resolution
  ) {
    self.merges = merges
    self.isReplay = isReplay
    self.answer = answer
  }

  /// A policy that looks at the mutation and the server's row, nil if the row is gone.
  ///
  /// The engine does not ask it where the change may come from an own mutation that was sent before: see <doc:Engine>.
  public init(_ resolve: @escaping @Sendable (Mutation, SyncRow?) -> Resolution) {
    self.init { resolve($0.mutation, $0.theirs) }
  }

  /// A policy that makes one row of the row before both changes and the row of each side; it returns one JSON object in UTF-8, or
  /// nil to delete the row.
  ///
  /// The mutation becomes a dead letter with the code `conflict` if the function throws, or returns a row with another key or
  /// something that is not a JSON object. The cache accepts no writes until the function returns. The engine cancels the
  /// function's task when it stops or is reset.
  public init(merging merge: @escaping @Sendable (Conflict) async throws -> [UInt8]?) {
    self.init(merges: true) { .row(try await merge($0)) }
  }

  /// Returns what becomes of the mutation. Throws what the function of ``init(merging:)`` throws.
  public func resolve(_ conflict: Conflict) async throws -> Resolution { try await answer(conflict) }

  /// Keeps every mutation.
  public static let replay = ConflictPolicy(isReplay: true) { _ in .keep }
  /// Keeps the server's row; the mutation becomes a dead letter.
  public static let serverWins = ConflictPolicy { _, _ in .drop }
}
