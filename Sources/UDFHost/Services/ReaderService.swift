import LuaRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension HostService {
  /// Reads text files line by line, `for line in cx.services.reader.lines(path) do … end`, and tells how many bytes one has:
  /// `cx.services.reader.size(path)`. `resolve` tells which file a script means by a path, if it may read it.
  static func reader(_ resolve: @escaping (String) throws(ServiceError) -> String) -> HostService {
    HostService(
      "reader",
      [
        ServiceMethod(streaming: "lines", ["path": "string"], of: "string") { call in
          let path = call.string("path")
          let lines = try TextFile(try resolve(path), shownAs: path)
          return { try lines.next(512) }
        },
        ServiceMethod("size", ["path": "string"], returns: "integer") { call in
          let path = call.string("path")
          return .integer(try TextFile.size(try resolve(path), shownAs: path))
        },
      ])
  }
}

/// An open text file.
private final class TextFile {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  private var line: UnsafeMutablePointer<CChar>?
  private var capacity = 0

  init(_ resolved: String, shownAs path: String) throws(ServiceError) {
    // Not a pipe or a device: opening one could block for ever.
    _ = try TextFile.size(resolved, shownAs: path)
    guard let file = fopen(resolved, "re") else {
      throw ServiceError(code: "notReadable", message: "\(path): \(String(cString: strerror(errno)))")
    }
    self.file = file
    self.path = path
  }

  /// The bytes of a regular file, without opening it.
  static func size(_ resolved: String, shownAs path: String) throws(ServiceError) -> Int64 {
    var status = stat()
    guard stat(resolved, &status) == 0 else {
      throw ServiceError(code: "notFound", message: "\(path): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ServiceError(code: "notAFile", message: "\(path): this is no regular file")
    }
    return Int64(status.st_size)
  }

  deinit {
    free(line)
    fclose(file)
  }

  /// Up to `count` lines without their ends, none at the end of the file.
  func next(_ count: Int) throws(ServiceError) -> [Value] {
    var lines: [Value] = []
    while lines.count < count {
      errno = 0
      let length = getline(&line, &capacity, file)
      guard length >= 0, let line else {
        if ferror(file) != 0 {
          throw ServiceError(code: "notReadable", message: "\(path): \(String(cString: strerror(errno)))")
        }
        break
      }
      var end = length
      if end > 0, line[end - 1] == 10 { end -= 1 }
      let bytes = UnsafeRawBufferPointer(start: line, count: end)
      lines.append(String(utf8: bytes).map(Value.string) ?? .bytes([UInt8](bytes)))
    }
    return lines
  }
}
