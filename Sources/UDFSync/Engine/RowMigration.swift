import UDF

/// Converts rows of an earlier schema to the present one, so that the app can show them before the first pull.
///
///     struct AppCore: SyncCore {
///       let instances = Instances()
///       func dependency(_ collection: SyncCollection) -> RowMigration {
///         RowMigration { row, from in from < 2 ? try renamed(row, "name", to: "title") : row }
///       }
///     }
public struct RowMigration: Sendable {
  /// A row's new body, nil if the row has no place in the new schema, or why it cannot be migrated.
  public typealias Outcome = Result<[UInt8]?, SyncFailure>

  private let migrate: (@Sendable (_ rows: [[UInt8]], _ from: Int) async throws -> [Outcome])?

  private init(_ migrate: (@Sendable ([[UInt8]], Int) async throws -> [Outcome])?) { self.migrate = migrate }

  /// A migration that gets a row, one JSON object in UTF-8, and the schema that it has.
  ///
  /// It returns the row with the same key, or nil to leave the row out. A row for which it throws is left out until the next pull; a
  /// pending `put` for which it throws becomes a dead letter with the code `migrate`.
  public init(_ migrate: @escaping @Sendable (_ row: [UInt8], _ from: Int) throws -> [UInt8]?) {
    self.init(batches: { rows, from in
      rows.map { row in
        do { return .success(try migrate(row, from)) } catch { return .failure(SyncFailure("\(error)")) }
      }
    })
  }

  /// A migration that gets several rows at once. It returns one outcome for each row, in the order of the rows.
  ///
  /// If it throws, the cache stays as it was, and the engine reports the failure and tries again later.
  public init(batches migrate: @escaping @Sendable (_ rows: [[UInt8]], _ from: Int) async throws -> [Outcome]) {
    self.init(migrate)
  }

  /// Discards rows of an earlier schema; the next pull fetches all rows.
  public static let discard = RowMigration(nil)

  var discards: Bool { migrate == nil }

  /// Returns the outcomes for rows. It checks that each migrated row is one JSON object with its former key.
  func outcomes(_ rows: [(key: RowKey, body: [UInt8])], from: Int, field: String) async throws -> [Outcome] {
    guard let migrate else { return rows.map { _ in .success(nil) } }
    let found = try await migrate(rows.map(\.body), from)
    return rows.enumerated().map { index, row in
      guard found.indices.contains(index) else { return .failure(SyncFailure("the migration returned nothing for it")) }
      guard case .success(let body?) = found[index] else { return found[index] }
      guard let fault = RowCheck.fault(in: body, field: field, key: row.key) else { return found[index] }
      return .failure(SyncFailure("the migrated row \(fault)"))
    }
  }
}
