/// A file that the user names. A relative path starts at the working directory.
package struct UserFile {
  /// The path as the user wrote it.
  package let name: String
  package let place: FilePlace

  package init(_ name: String) {
    self.name = name
    let files = DiskFiles()
    let folder = name.hasPrefix("/") ? "" : (files.realPath(".") ?? "") + "/"
    // Follows links, because the user chose the path.
    place = FilePlace(root: files.realPath(name) ?? folder + name, steps: [])
  }

  /// The absolute path of the file's folder, with a slash at its end.
  package var folder: String { String(place.path[...(place.path.lastIndex(of: "/") ?? place.path.startIndex)]) }

  /// Reads the whole file. Throws if it has more than `limit` bytes.
  package func read(limit: Int) throws(FileProblem) -> [UInt8] { try DiskFiles().bytes(of: place, limit: limit) }
}

extension FileProblem {
  package var reason: String {
    switch self {
    case .notFound: "there is no such file or folder"
    case .notAFile: "this is not a file"
    case .outside: "it lies outside of the app's folder"
    case .notAFolder: "a part of the path is no folder"
    case .link: "this is a link that leads nowhere"
    case .tooLarge(let unit, let limit): "this has more than \(limit) \(unit)"
    case .failed(let attempt, let reason): "\(attempt): \(reason)"
    }
  }
}
