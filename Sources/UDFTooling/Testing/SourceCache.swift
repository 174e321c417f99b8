import Platform
import UDF
import UDFHost
import UDFServices

/// The contents of the files of a run. Each file is read once, for all threads.
final class SourceCache: Sendable {
  private let contents = Guarded<[String: [UInt8]]>([:])

  func content(_ file: String, in folder: String) -> Result<[UInt8], FileProblem> {
    let path = file.hasPrefix("/") ? file : "\(folder)/\(file)"
    return contents.withLock { contents in
      if let content = contents[path] { return .success(content) }
      let result = AppFiles(folder).content(path)
      contents[path] = try? result.get()
      return result
    }
  }
}
