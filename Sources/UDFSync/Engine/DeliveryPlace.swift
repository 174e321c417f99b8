/// How far somebody has taken a cache's rows. Only the engine that gave it understands it.
public struct DeliveryPlace: Sendable, Hashable {
  /// Counts how often the cache has begun anew; a place in an earlier one is none in this.
  var epoch: Int
  var position: RowPosition
}
