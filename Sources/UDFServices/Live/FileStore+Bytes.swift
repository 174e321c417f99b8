import Platform

extension FileStore {
  /// Reads a regular file in chunks. Throws if it has more than `limit` bytes.
  package func bytes(of place: FilePlace, limit: Int) throws(FileProblem) -> [UInt8] {
    let file = try open(place)
    var bytes: [UInt8] = []
    // The file may grow while it is read.
    while bytes.count <= limit, file.size <= limit {
      let more = try file.read(min(1 << 18, limit + 1 - bytes.count))
      if more.isEmpty { return bytes }
      try MemoryCharge.forFile(3 * more.count)
      bytes += more
    }
    throw .tooLarge("bytes", limit: limit)
  }
}

extension MemoryCharge {
  /// Charges bytes read from a file to the current account.
  static func forFile(_ bytes: Int) throws(FileProblem) {
    do throws(MemoryShortage) { try current?.add(bytes) } catch { throw .failed("cannot be read", reason: "\(error)") }
  }
}
