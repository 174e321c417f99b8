import LuaRuntime
import UDF
import UDFServices
import UDFSync

/// Rows of an engine in the form in which Lua takes them, made off the host's owner.
struct SyncBatch: Sendable {
  var source: Delivery.Source
  /// What was taken before is from a cache that is no more.
  var startsOver = false
  /// The rows one after the other, in byte form.
  private(set) var rows: [UInt8] = []
  private(set) var keys: [EntityKey] = []
  var removed: [EntityKey] = []
  /// See ``Delivery/renamed``.
  var renamed: [EntityKey: EntityKey] = [:]
  /// Rows that are left out because they cannot be read, and why.
  private(set) var unreadable: [(key: EntityKey, reason: String)] = []
  /// What to go on after once these are taken; nil: they are only a first look, and come again.
  var place: DeliveryPlace?
  var hasMore: Bool

  init(_ delivery: Delivery) {
    source = delivery.source
    startsOver = delivery.startsOver
    removed = delivery.removed
    renamed = delivery.renamed
    place = delivery.place
    hasMore = delivery.hasMore
    add(delivery.rows)
    // What they were before is not what the cache has.
    removed += unreadable.map(\.key)
  }

  /// The first rows in the order in which they are shown, ahead of all.
  init(first rows: [SyncRow], from source: Delivery.Source) {
    self.source = source
    hasMore = true
    add(rows)
  }

  private mutating func add(_ added: [SyncRow]) {
    keys.reserveCapacity(added.count)
    for row in added {
      do throws(JSONProblem) {
        rows += TapeWriter.bytes(of: try JSONReader.value(of: row.body))
        keys.append(row.key)
      } catch {
        unreadable.append((row.key, error.text))
      }
    }
  }

  /// The whole action in byte form; `status` goes with the last of several.
  func action(of feature: String, status: SyncStatus) -> [UInt8] {
    var fields: [(String, (inout TapeWriter) -> Void)] = []
    if !hasMore, let cursor = status.cursor { fields.append(("cursor", { $0.write(.string(cursor)) })) }
    if hasMore { fields.append(("more", { $0.write(true) })) }
    if !removed.isEmpty {
      fields.append(("removed", { $0.write(.list(removed.map { .string($0.description) })) }))
    }
    if !renamed.isEmpty {
      fields.append(("renamed", { $0.write(.map(SyncDelivery.plain(renamed))) }))
    }
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
    fields.append(("type", { $0.write(.string("\(feature)/\(SyncDelivery.action(source))")) }))
    var writer = TapeWriter()
    writer.beginMap(count: fields.count)
    for (key, write) in fields {
      writer.write(key: key)
      write(&writer)
    }
    return writer.bytes
  }
}
