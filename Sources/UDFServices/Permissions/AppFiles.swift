/// Reads the files of an app with the checks of the files service: only regular files in the app's folder. A link is followed if
/// its target is in the folder.
package struct AppFiles: Sendable {
  /// The maximum size of a Lua file in bytes.
  package static let sourceLimit = 16 << 20

  private let access: FileAccess
  private let store: any FileStore

  /// - Parameters:
  ///   - folder: the app's folder, an absolute path.
  ///   - store: the file store that contains the folder.
  package init(_ folder: String, in store: any FileStore = DiskFiles()) {
    access = FileAccess(folder: folder, home: nil, arguments: [])
    self.store = store
  }

  /// Reads a file; its path is relative to the folder, or absolute.
  package func read(_ path: String, limit: Int = sourceLimit) throws(FileProblem) -> [UInt8] {
    try store.bytes(of: try place(of: path), limit: limit)
  }

  /// Reads a Lua file.
  package func content(_ file: String) -> Result<[UInt8], FileProblem> {
    Result { () throws(FileProblem) in try read(file) }
  }

  /// Throws unless the file exists and may be read.
  package func check(_ path: String) throws(FileProblem) { _ = try store.open(try place(of: path)) }

  private func place(of path: String) throws(FileProblem) -> FilePlace {
    do throws(ServiceError) { return try access.place(of: path, in: store) } catch { throw .outside }
  }
}
