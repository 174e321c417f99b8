import Platform
import UDF

/// A file store in memory. A folder exists as long as it contains a file.
///
///     let files = MemoryFiles(["notes.txt": "milk\n"], in: "/app")
///     files["/app/notes.txt"]   // the bytes of "milk\n"
public final class MemoryFiles: FileStore {
  private let files: Guarded<[String: [UInt8]]>

  /// - Parameters:
  ///   - files: a map from paths to texts.
  ///   - folder: the folder of relative paths. With the app's folder, scripts can use the relative paths too.
  public init(_ files: [String: String] = [:], in folder: String = "/") {
    let folder = DiskFiles().realPath(folder) ?? folder
    self.files = Guarded(
      Dictionary(
        files.map {
          (MemoryFiles.normal($0.key.hasPrefix("/") ? $0.key : "\(folder)/\($0.key)"), Array($0.value.utf8))
        },
        uniquingKeysWith: { $1 }))
  }

  /// The content of a file; nil if the file does not exist.
  public subscript(path: String) -> [UInt8]? { files.withLock { $0[path] } }

  public func realPath(_ path: String) -> String? {
    let path = MemoryFiles.normal(path)
    return self[path] != nil || isFolder(path) ? path : nil
  }

  public func open(_ place: FilePlace) throws(FileProblem) -> any OpenFile {
    guard let bytes = self[place.path] else { throw isFolder(place.path) ? .notAFile : .notFound }
    return MemoryFile(bytes)
  }

  public func write(_ bytes: [UInt8], to place: FilePlace) throws(FileProblem) {
    guard !isFolder(place.path) else { throw .notAFile }
    files.withLock { $0[place.path] = bytes }
  }

  public func append(_ bytes: [UInt8], to place: FilePlace) throws(FileProblem) {
    guard !isFolder(place.path) else { throw .notAFile }
    files.withLock { $0[place.path, default: []] += bytes }
  }

  public func names(in place: FilePlace, limit: Int) throws(FileProblem) -> [String] {
    guard self[place.path] == nil else { throw .notAFolder }
    let prefix = MemoryFiles.prefix(place.path)
    let names = Set(
      files.withLock { Array($0.keys) }.filter { $0.hasPrefix(prefix) }.map { path in
        let name = path.dropFirst(prefix.count)
        return String(name[...(name.firstIndex(of: "/") ?? name.index(before: name.endIndex))])
      })
    guard !names.isEmpty else { throw .notFound }
    guard names.count <= limit else { throw .tooLarge("names", limit: limit) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  public func remove(_ place: FilePlace) throws(FileProblem) {
    guard !isFolder(place.path) else { throw .notAFile }
    guard files.withLock({ $0.removeValue(forKey: place.path) }) != nil else { throw .notFound }
  }

  private func isFolder(_ path: String) -> Bool {
    let prefix = MemoryFiles.prefix(path)
    return files.withLock { $0.keys.contains { $0.hasPrefix(prefix) } }
  }

  private static func prefix(_ folder: String) -> String { folder == "/" ? folder : folder + "/" }

  /// The path without `.` and `..`.
  private static func normal(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }
}
