/// Decides what becomes of a pending mutation when its row has changed on the server.
///
/// The default, ``replay``, keeps the mutation and applies it again on top of the server's row. The engine asks any other policy
/// once for each pull that changes the row, and only about mutations that it has never sent: the server decides about the others.
/// Rows are compared as JSON values, so the order of fields and `1.0` instead of `1` do not count as changes.
///
/// For a mutation of several rows, the engine asks about each row that has changed and passes the mutation's parts that
/// change this row. If one of the answers is ``Resolution/drop`` or a failure, the whole mutation becomes a dead
/// letter.
///
///     struct AppCore: SyncCore {
///       let instances = Instances()
///       func dependency(_ collection: SyncCollection) -> ConflictPolicy {
///         ConflictPolicy { mutation, row in row == nil && mutation.parts.head.operation == .patch ? .drop : .keep }
///       }
///     }
///
/// A policy that merges both sides into one row:
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
    /// The mutation's part of this row gets another body.
    case replace(body: [UInt8])
    /// The part becomes a `put` of this row, or a deletion if the row is nil.
    case row([UInt8]?)
  }

  /// Whether the policy also resolves rows that the cache's own earlier mutations may have changed; see
  /// ``init(merging:)``.
  let merges: @Sendable (_ collection: String) -> Bool
  /// Whether this is ``replay``, which does not need to know which mutations were sent.
  let isReplay: Bool
  private let answer: @Sendable (Conflict) async throws -> Resolution

  private init(
    merges: @escaping @Sendable (String) -> Bool = { _ in false }, isReplay: Bool = false,
    _ answer: @escaping @Sendable (Conflict) async throws -> Resolution
  ) {
    self.merges = merges
    self.isReplay = isReplay
    self.answer = answer
  }

  /// Makes a policy that gets the mutation and the server's row, nil if the row was removed.
  ///
  /// The engine does not call it where the change may come from an earlier mutation of the same cache: see
  /// <doc:Engine>.
  public init(_ resolve: @escaping @Sendable (Mutation, SyncRow?) -> Resolution) {
    self.init { resolve($0.mutation, $0.theirs) }
  }

  /// Makes a policy that merges a row from its base and both sides. The function returns one JSON object in UTF-8, or
  /// nil to delete the row.
  ///
  /// The mutation becomes a dead letter with the code `conflict` if the function throws, or returns a row with another
  /// key or a value that is not a JSON object. The cache accepts no writes until the function returns. The engine
  /// cancels the function's task when it stops or is reset.
  public init(merging merge: @escaping @Sendable (Conflict) async throws -> [UInt8]?) {
    let always: @Sendable (String) -> Bool = { _ in true }
    self.init(merges: always) { .row(try await merge($0)) }
  }

  /// Makes a policy that delegates to the policy of the row's collection.
  init(of policies: [String: ConflictPolicy]) {
    let merges: @Sendable (String) -> Bool = { policies[$0]?.merges($0) ?? false }
    self.init(merges: merges, isReplay: policies.values.allSatisfy(\.isReplay)) { conflict in
      try await policies[conflict.key.collection]?.resolve(conflict) ?? .keep
    }
  }

  /// Returns the decision about the mutation. Throws the errors of the function of ``init(merging:)``.
  public func resolve(_ conflict: Conflict) async throws -> Resolution { try await answer(conflict) }

  /// Keeps every mutation.
  public static let replay = ConflictPolicy(isReplay: true) { _ in .keep }
  /// Keeps the server's row; the mutation becomes a dead letter.
  public static let serverWins = ConflictPolicy { _, _ in .drop }
}
