/// A value by which rows are found through an index.
public struct IndexValue: Hashable, @unchecked Sendable, CustomStringConvertible {
  // Only sendable values get in, which `AnyHashable` itself cannot say.
  @usableFromInline package let base: AnyHashable

  @inlinable public init(_ value: some Hashable & Sendable) { base = AnyHashable(value) }

  public var description: String { base.description }
}
