import Platform

/// A file in an own folder, for readers that take a path.
struct FuzzFile {
  let folder: String
  let path: String

  init(_ name: String) {
    folder = "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/udf-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    path = "\(folder)/\(name)"
  }

  func write(_ bytes: [UInt8]) {
    guard let file = Descriptor(path, O_WRONLY | O_CREAT | O_TRUNC), file.put(bytes) else {
      fatalError("\(path): cannot be written")
    }
  }
}
