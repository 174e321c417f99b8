import Platform

extension String {
  /// The text that the bytes are in UTF-8; nil if they are not valid.
  package init?(utf8 bytes: UnsafeRawBufferPointer) {
    // Decoding repairs what is wrong, so bytes that come out as they went in were right. `init(validating:as:)` asks the
    // run time for types on every call, which costs more than a short text.
    self.init(decoding: bytes, as: UTF8.self)
    let isSame = utf8.withContiguousStorageIfAvailable { text in
      text.count == bytes.count && (text.isEmpty || memcmp(text.baseAddress!, bytes.baseAddress!, text.count) == 0)
    }
    guard isSame ?? utf8.elementsEqual(bytes) else { return nil }
  }
}
