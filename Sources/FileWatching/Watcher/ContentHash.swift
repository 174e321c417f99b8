import Platform

/// A 64-bit hash (FNV-1a and the length) that shows whether a file's content changed. It is not cryptographic.
///
/// The loader hashes the bytes that it compiled, so that the watcher detects a save during the load.
package struct ContentHash {
  /// Stands for the content of a file that does not exist.
  package static let missing: UInt64 = 0
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325
  private var length: UInt64 = 0

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
      length &+= 1
    }
  }

  private var value: UInt64 { (state ^ length) &* 0x100_0000_01b3 }

  // A separate function for arrays: for other sequences each byte costs two calls, which took a quarter of a reload.
  package static func of(_ bytes: [UInt8]) -> UInt64 {
    var hash = ContentHash()
    bytes.withUnsafeBytes { hash.add($0) }
    return hash.value
  }

  package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 { of(Array(bytes)) }

  /// The hash of a file's current content; nil if it is not a regular file or cannot be read.
  package static func of(file path: String) -> UInt64? {
    // Without O_NONBLOCK, opening a named pipe could block the watcher forever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }

    var hash = ContentHash()
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
          hash.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count == 0 {
          return hash.value
        } else if errno != EINTR {
          return nil
        }
      }
    }
  }
}
