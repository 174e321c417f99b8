/// The error for an allocation that would exceed the memory limit of an app host.
package struct MemoryShortage: Error, Equatable, CustomStringConvertible {
  /// The limit in bytes.
  package let limit: Int

  package init(limit: Int) { self.limit = limit }

  package var description: String { "the memory limit of \(limit >> 20) MiB is reached" }
}
