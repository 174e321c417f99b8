/// The results of a ``SyncCheck``.
public struct SyncCheckReport: Sendable, Equatable {
  /// The version of the protocol that the server speaks.
  public var version: Int
  /// One for each rule, in the order of ``SyncRule``.
  public var results: [SyncRuleResult]
  /// The keys of rows that the check made and could not delete.
  public var leftovers: [String]

  public var passed: Int { results.count { $0.outcome == .pass } }
  public var failed: Int { results.count { $0.status == "fail" } }
  public var skipped: Int { results.count { $0.status == "skipped" } }
}
