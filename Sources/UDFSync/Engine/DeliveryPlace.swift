/// How many of a cache's rows a caller has received. Only the engine that returned the place can interpret it.
public struct DeliveryPlace: Sendable, Hashable {
  /// Counts how often the cache was replaced or cleared. A place of an earlier epoch is not valid in this one.
  var epoch: Int
  var position: RowPosition
}
