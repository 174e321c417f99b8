/// A value by which an index finds rows.
///
///     var query = EntityQuery<Todo>()
///     (query.values["list"], query.text) = (IndexValue(7), TextQuery("milk"))
///     (query.offset, query.limit) = (50, 50)
public struct IndexValue: Hashable, @unchecked Sendable, CustomStringConvertible {
  // The initializer accepts only sendable values, which the type `AnyHashable` does not express.
  @usableFromInline package let base: AnyHashable

  /// Makes an index value of any value.
  @inlinable public init(_ value: some Hashable & Sendable) { base = AnyHashable(value) }

  public var description: String { base.description }
}
