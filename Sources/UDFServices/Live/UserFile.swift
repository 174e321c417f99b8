/// A file that the user names, from where the program was started.
package struct UserFile {
  /// As it was named.
  package let name: String
  package let place: FilePlace

  package init(_ name: String) {
    self.name = name
    let files = DiskFiles()
    let folder = name.hasPrefix("/") ? "" : (files.realPath(".") ?? "") + "/"
    // The user may mean what a link leads to.
    place = FilePlace(root: files.realPath(name) ?? folder + name, steps: [])
  }

  /// The folder that it is in, absolute.
  package var folder: String { String(place.path[...(place.path.lastIndex(of: "/") ?? place.path.startIndex)]) }

  package func read() throws(FileProblem) -> [UInt8] {
    let file = try DiskFiles().open(place)
    var bytes: [UInt8] = []
    while true {
      let more = try file.read(1 << 20)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }
}

extension FileProblem {
  package var reason: String {
    switch self {
    case .notFound: "there is no such file or folder"
    case .notAFile: "this is no file"
    case .notAFolder: "a part of the path is no folder"
    case .link: "this is a link that leads nowhere"
    case .tooLarge(let unit, let limit): "this has more than \(limit) \(unit)"
    case .failed(let attempt, let reason): "\(attempt): \(reason)"
    }
  }
}
