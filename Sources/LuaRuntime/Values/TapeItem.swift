/// One value in byte form as a ``TapeReader`` meets it: a scalar, or the count of a container whose items come next.
///
/// Strings are bytes inside those that the reader reads, and may not be UTF-8.
package enum TapeItem {
  case none, null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(UnsafeRawBufferPointer)
  case opaque(UnsafeRawBufferPointer)
  case list(Int)
  /// A key and a value for each.
  case map(Int)
}
