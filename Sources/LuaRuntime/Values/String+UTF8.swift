import Platform

extension String {
  /// The bytes as text; nil if they are not valid UTF-8.
  package init?(utf8 bytes: UnsafeRawBufferPointer) {
    // Decoding replaces invalid bytes, so equal bytes before and after were valid. `init(validating:as:)` looks up
    // types at run time on every call, which costs more than decoding a short text.
    self.init(decoding: bytes, as: UTF8.self)
    let isSame = utf8.withContiguousStorageIfAvailable { text in
      text.count == bytes.count && (text.isEmpty || memcmp(text.baseAddress!, bytes.baseAddress!, text.count) == 0)
    }
    guard isSame ?? utf8.elementsEqual(bytes) else { return nil }
  }
}
