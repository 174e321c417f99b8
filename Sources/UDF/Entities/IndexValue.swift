/// A value by which an index finds rows.
///
///     var query = EntityQuery<Todo>()
///     query.values["list"] = IndexValue(7)
public struct IndexValue: Hashable, @unchecked Sendable, CustomStringConvertible {
  // The initializer accepts only sendable values, which the type `AnyHashable` does not express.
  @usableFromInline package let base: AnyHashable

  @inlinable public init(_ value: some Hashable & Sendable) { base = AnyHashable(value) }

  public var description: String { base.description }
}
