/// What becomes of a mutation that waits when the server's row has changed under it.
///
/// The default keeps it: the server's row counts, and what waits is done again on top of it. Asked once for each pull that
/// changes the row, and only for mutations that were never sent; what was sent is the server's to decide.
///
///     struct AppCore: SyncCore {
///       let instances = Instances()
///       func dependency(_ collection: SyncCollection) -> ConflictPolicy {
///         ConflictPolicy { mutation, row in row == nil && mutation.operation == .patch ? .drop : .keep }
///       }
///     }
public struct ConflictPolicy: Sendable {
  public enum Resolution: Sendable, Hashable {
    /// It waits on, and is done again on the new row.
    case keep
    /// It is taken away and becomes a dead letter with the code `conflict`.
    case drop
    /// Another body takes the place of its own.
    case replace(body: [UInt8])
  }

  /// Gives what becomes of a mutation; the second argument is the server's row, nil if it is gone.
  public let resolve: @Sendable (Mutation, SyncRow?) -> Resolution
  /// Whether this is ``replay``, which needs no note of what was sent.
  let isReplay: Bool

  public init(_ resolve: @escaping @Sendable (Mutation, SyncRow?) -> Resolution) {
    self.resolve = resolve
    isReplay = false
  }

  private init() {
    resolve = { _, _ in .keep }
    isReplay = true
  }

  /// Keeps every mutation.
  public static let replay = ConflictPolicy()
  /// The server's row stays, and what waits becomes a dead letter.
  public static let serverWins = ConflictPolicy { _, _ in .drop }
}
