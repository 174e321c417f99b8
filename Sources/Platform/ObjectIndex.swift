/// Objects by a key that several may share. The cost of inserting and removing does not depend on their number.
package struct ObjectIndex<Key: Hashable, Object: AnyObject> {
  private var buckets: [Key: [ObjectIdentifier: Object]] = [:]
  /// The number of objects that were looked up, which measures the work of the callers.
  package private(set) var visited = 0

  package init() {}

  package var isEmpty: Bool { buckets.isEmpty }
  /// The keys that have objects.
  package var keys: some Collection<Key> { buckets.keys }

  /// Whether the key has no objects.
  package func isEmpty(_ key: Key) -> Bool { buckets[key] == nil }

  package mutating func insert(_ object: Object, for key: Key) {
    buckets[key, default: [:]][ObjectIdentifier(object)] = object
  }

  /// Removes an object of a key. Does nothing if the key does not have the object.
  package mutating func remove(_ object: Object, for key: Key) {
    guard let position = buckets.index(forKey: key) else { return }
    buckets.values[position][ObjectIdentifier(object)] = nil
    if buckets.values[position].isEmpty { buckets.remove(at: position) }
  }

  /// Returns the objects of a key, in no particular order.
  package mutating func objects(for key: Key) -> [Object] {
    guard let bucket = buckets[key] else { return [] }
    visited += bucket.count
    return Array(bucket.values)
  }

  /// Removes the objects of a key and returns them, in no particular order.
  package mutating func removeAll(for key: Key) -> [Object] {
    guard let bucket = buckets.removeValue(forKey: key) else { return [] }
    visited += bucket.count
    return Array(bucket.values)
  }

  package mutating func removeAll() { buckets = [:] }
}
