import Platform
import UDF

@testable import UDFSync

/// A seed that is counted.
final class TestSeeds: SeedStore {
  private let contents: Guarded<(result: Result<Seed?, SeedFailure>, count: Int)>

  init(_ result: Result<Seed?, SeedFailure> = .success(nil)) { contents = Guarded((result, 0)) }

  convenience init(_ rows: [String: String], token: String? = nil, epoch: String? = nil) {
    let rows = rows.sorted { $0.key < $1.key }.map { SyncRow(RowKey($0), body: json($0, $1)) }
    self.init(.success(Seed(rows, token: token, epoch: epoch)))
  }

  /// How often it was asked for.
  var count: Int { contents.withLock { $0.count } }

  func seed() throws(SeedFailure) -> Seed? {
    try contents.withLock { contents in
      contents.count += 1
      return contents.result
    }.get()
  }
}
