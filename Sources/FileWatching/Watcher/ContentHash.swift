import Platform

/// A 64-bit fingerprint (FNV-1a and the length) that tells a changed file from a touched one; not for
/// secrets.
///
/// The loader takes it from the bytes it compiled, so that a save during the load is still noticed.
package struct ContentHash {
  @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325
  @usableFromInline var length: UInt64 = 0

  @inlinable init() {}

  @inlinable mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
      length &+= 1
    }
  }

  @inlinable var value: UInt64 { (state ^ length) &* 0x100_0000_01b3 }

  @inlinable package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = ContentHash()
    hash.add(bytes)
    return hash.value
  }

  /// The hash of a file's present content; nil when it is no regular file or cannot be read.
  package static func of(file path: String) -> UInt64? {
    // Without O_NONBLOCK a named pipe of that name would hold the watcher for ever.
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
