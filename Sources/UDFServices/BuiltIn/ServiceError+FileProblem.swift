extension ServiceError {
  /// What a script is told, with the path that it gave.
  init(_ problem: FileProblem, path: String, method: String) {
    let (code, text) =
      switch problem {
      case .notFound: ("notFound", "there is nothing of this name; files.list tells what there is")
      case .notAFile: ("notAFile", "this is no regular file; files.\(method) takes files only")
      case .notAFolder: ("notAFolder", "a file is in the place of a folder; files.list tells what there is")
      case .link: ("notGranted", "there is a link that leads nowhere, or was just put there; name the file itself")
      case .tooLarge(let unit, let limit):
        ("tooLarge", "it has more than \(limit) \(unit), which is as much as files.\(method) takes\(Self.hint(method))")
      case .failed(let attempt, let reason): ("failed", "\(attempt): \(reason)")
      }
    self.init(code: code, message: "\(path): \(text)")
  }

  private static func hint(_ method: String) -> String {
    method == "read" ? "; go through it with files.lines" : ""
  }
}
