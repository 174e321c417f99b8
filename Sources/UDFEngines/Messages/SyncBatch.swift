import LuaRuntime
import UDF
import UDFServices
import UDFSync

/// Rows of an engine in the form for Lua, made outside of the host's owner.
package struct SyncBatch: Sendable {
  package var source: Delivery.Source
  /// Whether rows of earlier batches are invalid, because their cache was replaced or cleared.
  package var startsOver = false
  /// The rows in byte form, one after another.
  package private(set) var rows: [UInt8] = []
  package private(set) var keys: [EntityKey] = []
  package var removed: [EntityKey] = []
  /// See ``Delivery/renamed``.
  package var renamed: [EntityKey: Value] = [:]
  /// Rows that are left out because they cannot be read, with the reasons.
  package private(set) var unreadable: [(key: EntityKey, reason: String)] = []
  /// The place for the next batch after this one; nil: these rows are a preview and are delivered again.
  package var place: DeliveryPlace?
  package var hasMore: Bool

  package init(_ delivery: Delivery) {
    source = delivery.source
    startsOver = delivery.startsOver
    removed = delivery.removed.map(\.key)
    renamed = Dictionary(delivery.renamed.map { ($0.key.key, SyncBatch.value($0.value)) }) { $1 }
    place = delivery.place
    hasMore = delivery.hasMore
    add(delivery.rows)
    // The feature may have earlier versions of unreadable rows, which the cache no longer has.
    removed += unreadable.map(\.key)
  }

  /// Returns a key as rows contain it, a string or a number.
  private static func value(_ key: GivenKey) -> Value {
    (try? JSONReader.value(of: key.json)) ?? .string(key.key.description)
  }

  /// Makes a preview of the first rows in their display order.
  package init(first rows: [SyncRow], from source: Delivery.Source) {
    self.source = source
    hasMore = true
    add(rows)
  }

  private mutating func add(_ added: [SyncRow]) {
    keys.reserveCapacity(added.count)
    for row in added {
      do throws(JSONProblem) {
        rows += TapeWriter.bytes(of: try JSONReader.value(of: row.body))
        keys.append(row.key.key)
      } catch {
        unreadable.append((row.key.key, error.text))
      }
    }
  }

  /// Whether the batch does not change the feature.
  package var isEmpty: Bool { keys.isEmpty && removed.isEmpty && !hasMore }

  /// Returns the whole action in byte form; the last of several batches contains `status`. `others` are the batches of
  /// other features that reduce the same action.
  package func action(
    of feature: String, status: SyncStatus, with others: [(name: String, batch: SyncBatch, status: SyncStatus)] = []
  ) -> [UInt8] {
    var fields = fields(status)
    fields.append(("type", { $0.write(.string("\(feature)/\(SyncDelivery.action(source))")) }))
    if !others.isEmpty {
      fields.append(
        (
          "with",
          { writer in
            SyncBatch.write(
              others.sorted { $0.name < $1.name }.map { other in
                (other.name, { SyncBatch.write(other.batch.fields(other.status), to: &$0) })
              }, to: &writer)
          }
        ))
    }
    var writer = TapeWriter()
    SyncBatch.write(fields, to: &writer)
    return writer.bytes
  }

  /// The key of a field, and the function that writes its value.
  private typealias Field = (key: String, write: (inout TapeWriter) -> Void)

  /// The fields, sorted by name.
  private func fields(_ status: SyncStatus) -> [Field] {
    var fields: [Field] = []
    if !hasMore, let cursor = status.cursor { fields.append(("cursor", { $0.write(.string(cursor)) })) }
    if hasMore { fields.append(("more", { $0.write(true) })) }
    if !removed.isEmpty {
      fields.append(("removed", { $0.write(.list(removed.map { .string($0.description) })) }))
    }
    if !renamed.isEmpty { fields.append(("renamed", { $0.write(.map(SyncDelivery.plain(renamed))) })) }
    fields.append(
      (
        "rows",
        {
          $0.beginList(count: keys.count)
          $0.write(tape: rows)
        }
      ))
    fields.append(("source", { $0.write(.string(source.rawValue)) }))
    if !hasMore { fields.append(("stale", { $0.write(.boolean(status.isStale)) })) }
    return fields
  }

  private static func write(_ fields: [Field], to writer: inout TapeWriter) {
    writer.beginMap(count: fields.count)
    for field in fields {
      writer.write(key: field.key)
      field.write(&writer)
    }
  }
}
