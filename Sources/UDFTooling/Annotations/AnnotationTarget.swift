import Platform
import UDFHost
import UDFServices

/// A folder that files are written to, which may not be there yet.
struct AnnotationTarget {
  private let disk = DiskFiles()
  /// Absolute, without links as far as it is there.
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

  /// What a file holds, nil if there is none. Throws a ``HostError`` if it cannot be read.
  func read(_ name: String) throws(HostError) -> [UInt8]? {
    let file = "\(path)/\(name)"
    if let bytes = readFile(file) { return bytes }
    let code = errno
    guard code != ENOENT else { return nil }
    throw HostError(
      code: "file",
      message: "\(file): cannot be read: \(String(cString: strerror(code)))\n  Nothing was written.", file: file)
  }

  /// Writes a text whole, or nothing if that is what the file has.
  func save(_ text: String, to name: String) throws(HostError) -> AnnotationFile {
    let file = "\(path)/\(name)"
    let bytes = Array(text.utf8)
    if readFile(file) == bytes { return AnnotationFile(path: file, isNew: false) }
    let steps = file.split(separator: "/").map(String.init)
    do throws(FileProblem) { try disk.write(bytes, to: FilePlace(root: "/", steps: steps)) } catch {
      throw HostError(code: "file", message: "\(file): \(reason(error))\n  What was there is as it was.", file: file)
    }
    return AnnotationFile(path: file, isNew: true)
  }

  private func reason(_ problem: FileProblem) -> String {
    switch problem {
    case .failed(let what, let reason): "\(what): \(reason)"
    case .link: "is a link, and is not written through"
    case .notAFile: "is no file"
    case .notAFolder: "is to be in something that is no folder"
    default: "cannot be written"
    }
  }
}
