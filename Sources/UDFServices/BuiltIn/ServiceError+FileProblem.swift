extension ServiceError {
  /// The error for a script, with the path that it passed.
  init(_ problem: FileProblem, path: String, method: String) {
    let (code, text) =
      switch problem {
      case .notFound: ("notFound", "no such file or folder; files.list shows the existing names")
      case .notAFile: ("notAFile", "this is no regular file; files.\(method) takes files only")
      case .notAFolder: ("notAFolder", "a part of the path is not a folder; files.list shows the existing names")
      case .link: ("notGranted", "there is a link that leads nowhere, or was just put there; name the file itself")
      case .outside: ("notGranted", "it lies outside of what scripts may reach")
      case .tooLarge(let unit, let limit):
        ("tooLarge", "it has more than \(limit) \(unit), the limit of files.\(method)\(Self.hint(method))")
      case .failed(let attempt, let reason): ("failed", "\(attempt): \(reason)")
      }
    self.init(code: code, message: "\(path): \(text)")
  }

  private static func hint(_ method: String) -> String {
    method == "read" ? "; read it line by line with files.lines" : ""
  }
}
