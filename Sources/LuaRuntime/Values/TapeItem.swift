/// One value in byte form, as a ``TapeReader`` returns it: a scalar, or the count of a container whose items come next.
///
/// Strings are ranges of the reader's bytes and may not be UTF-8.
package enum TapeItem {
  case none, null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(UnsafeRawBufferPointer)
  case opaque(UnsafeRawBufferPointer)
  case list(Int)
  /// The number of entries; each is a key and a value.
  case map(Int)
}
