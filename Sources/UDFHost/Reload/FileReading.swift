#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a file, nil (and `errno`) if it cannot be read.
func readFile(_ path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  while true {
    let count = bytes.count
    bytes.reserveCapacity(count + 1 << 16)
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
      filled = max(0, read(descriptor, buffer.baseAddress, 1 << 16))
    }
    if chunk.isEmpty { return bytes }
    bytes += chunk
  }
}
