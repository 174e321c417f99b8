#if Inspector
  import FlyingSocks

  /// Reads bytes from a connection, in parts whose size the caller limits.
  struct ByteReader {
    private let socket: AsyncSocket
    private var buffer: [UInt8] = []

    init(_ socket: AsyncSocket) { self.socket = socket }

    /// Waits for `count` bytes. Throws if the connection ends first.
    mutating func next(_ count: Int) async throws -> [UInt8] {
      while buffer.count < count { buffer += try await socket.read(atMost: 4096) }
      defer { buffer.removeFirst(count) }
      return Array(buffer[..<count])
    }

    /// Waits for the head of a request, up to the empty line. Returns nil if it has more than `limit` bytes.
    mutating func head(limit: Int) async throws -> [UInt8]? {
      let end = Array("\r\n\r\n".utf8)
      var searched = 0
      while true {
        if let found = buffer[searched...].firstRange(of: end) {
          defer { buffer.removeFirst(found.upperBound) }
          return Array(buffer[..<found.lowerBound])
        }
        searched = max(0, buffer.count - end.count)
        if buffer.count > limit { return nil }
        buffer += try await socket.read(atMost: 4096)
      }
    }
  }
#endif
