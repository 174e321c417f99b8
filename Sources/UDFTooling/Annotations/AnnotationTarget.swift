import Platform
import UDFHost
import UDFServices

/// A folder for generated files. It need not exist yet.
struct AnnotationTarget {
  private let disk = DiskFiles()
  /// The absolute path. Links in its existing part are resolved.
  let path: String

  init(_ folder: String) {
    var missing: [Substring] = []
    var known = Substring(folder.hasPrefix("/") ? folder : "./" + folder)
    var real = disk.realPath(String(known))
    while real == nil, let slash = known.lastIndex(of: "/") {
      missing.insert(known[known.index(after: slash)...], at: 0)
      known = known[..<slash]
      real = disk.realPath(known.isEmpty ? "/" : String(known))
    }
    let rest = missing.filter { !$0.isEmpty && $0 != "." }
    path = ([real == "/" ? "" : real ?? "."] + rest.map(String.init)).joined(separator: "/")
  }

  /// Returns the contents of a file; nil if there is none. Throws a `HostError` if it cannot be read.
  func read(_ name: String) throws(HostError) -> [UInt8]? {
    let file = "\(path)/\(name)"
    do throws(FileProblem) { return try UserFile(file).read(limit: AppFiles.sourceLimit) } catch {
      if error == .notFound { return nil }
      throw HostError(code: "file", message: "\(file): \(error.reason)\n  Nothing was written.", file: file)
    }
  }

  /// Writes a file completely, unless it already has this text.
  func save(_ text: String, to name: String) throws(HostError) -> AnnotationFile {
    let file = "\(path)/\(name)"
    let bytes = Array(text.utf8)
    if readFile(file) == bytes { return AnnotationFile(path: file, isNew: false) }
    let steps = file.split(separator: "/").map(String.init)
    do throws(FileProblem) { try disk.write(bytes, to: FilePlace(root: "/", steps: steps)) } catch {
      throw HostError(code: "file", message: "\(file): \(reason(error))\n  The existing file is unchanged.", file: file)
    }
    return AnnotationFile(path: file, isNew: true)
  }

  private func reason(_ problem: FileProblem) -> String {
    switch problem {
    case .failed(let what, let reason): "\(what): \(reason)"
    case .link: "is a link, and files are not written through links"
    case .notAFile: "is not a file"
    case .notAFolder: "is inside a path that is not a folder"
    default: "cannot be written"
    }
  }
}
