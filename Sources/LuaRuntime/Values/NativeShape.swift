/// What scripts need to know of a container of a native slice before they read it; the bits are those in `tape.h`.
public struct NativeShape: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A list; else a map.
  public static let list = NativeShape(rawValue: 1)
  /// Read all at once when it is first touched, as suits a row; else item by item, as suits a table of many rows.
  public static let whole = NativeShape(rawValue: 2)
}
