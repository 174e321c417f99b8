/// Objects by a key that several may share. Inserting and removing cost the same however many there are.
package struct ObjectIndex<Key: Hashable, Object: AnyObject> {
  private var buckets: [Key: [ObjectIdentifier: Object]] = [:]
  /// How many objects have been looked up so far, which is the work that its users do.
  package private(set) var visited = 0

  package init() {}

  package var isEmpty: Bool { buckets.isEmpty }
  /// The keys that have objects.
  package var keys: some Collection<Key> { buckets.keys }

  package mutating func insert(_ object: Object, for key: Key) {
    buckets[key, default: [:]][ObjectIdentifier(object)] = object
  }

  /// Does nothing if the key does not have the object.
  package mutating func remove(_ object: Object, for key: Key) {
    guard let position = buckets.index(forKey: key) else { return }
    buckets.values[position][ObjectIdentifier(object)] = nil
    if buckets.values[position].isEmpty { buckets.remove(at: position) }
  }

  /// The objects of a key, in no order.
  package mutating func objects(for key: Key) -> [Object] {
    guard let bucket = buckets[key] else { return [] }
    visited += bucket.count
    return Array(bucket.values)
  }

  /// Removes the objects of a key and returns them, in no order.
  package mutating func removeAll(for key: Key) -> [Object] {
    guard let bucket = buckets.removeValue(forKey: key) else { return [] }
    visited += bucket.count
    return Array(bucket.values)
  }

  package mutating func removeAll() { buckets = [:] }
}
