/// The part of a native slice's container that a script reads.
public enum NativeAsk: Sendable, Equatable {
  /// The value under a key of a map.
  case field(String)
  /// The item at a position of a list, counted from 1.
  case item(Int)
  /// The whole container.
  case all
  /// The number of items of a list, as an integer.
  case count
}
