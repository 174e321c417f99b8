/// What the kernel needs to know of a native container before it is read. The bits are those in `tape.h`.
public struct NativeShape: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A list; otherwise a map.
  public static let list = NativeShape(rawValue: 1)
  /// Read completely at the first read, as suits a row; otherwise item by item, as suits a table of many rows.
  public static let whole = NativeShape(rawValue: 2)
}
