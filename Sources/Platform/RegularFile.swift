/// A regular file that is open for reading. A pipe or a device is refused before it is opened, because opening it may block or
/// have side effects.
package struct RegularFile: Sendable {
  package let descriptor: Descriptor
  /// The size in bytes at the time of opening.
  package let size: Int64

  /// Opens `path`, relative to `folder` if it is given. Refuses a path whose last component is a link.
  package init(_ path: String, in folder: Descriptor? = nil) throws(RegularFileFailure) {
    var status = stat()
    guard fstatat(folder?.number ?? AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .system(errno) }
    try RegularFile.check(status)
    guard let descriptor = Descriptor(path, O_RDONLY | O_NOFOLLOW, in: folder), let status = descriptor.status else {
      throw .system(errno)
    }
    // Another file may have replaced it since the first check.
    try RegularFile.check(status)
    self.descriptor = descriptor
    size = Int64(status.st_size)
  }

  /// Opens `path`, links followed.
  package init(following path: String) throws(RegularFileFailure) {
    guard let real = realpath(path, nil) else { throw .system(errno) }
    defer { free(real) }
    try self.init(String(cString: real))
  }

  /// Throws unless `status` is that of a regular file.
  package static func check(_ status: stat) throws(RegularFileFailure) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFLNK: throw .link
    case S_IFDIR: throw .system(EISDIR)
    default: throw .notRegular
    }
  }

  /// Reads at most `count` bytes; returns an empty array at the end.
  package func next(_ count: Int) throws(RegularFileFailure) -> [UInt8] {
    guard let bytes = descriptor.next(count) else { throw .system(errno) }
    return bytes
  }

  /// Reads all bytes in chunks. Throws if there are more than `limit`.
  package func bytes(limit: Int) throws(RegularFileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    // The file may grow while it is read.
    while bytes.count <= limit, size <= limit {
      let more = try next(min(1 << 18, limit + 1 - bytes.count))
      if more.isEmpty { return bytes }
      do throws(MemoryShortage) { try MemoryCharge.current?.add(2 * more.count) } catch { throw .memory(error) }
      bytes += more
    }
    throw .tooLarge(limit: limit)
  }
}
