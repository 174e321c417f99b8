import Platform
import UDFCommands
import UDFHost
import UDFServices

/// The user's answers about the grants that apps request: a small JSON file for each app, in the user's configuration
/// folder.
struct GrantAnswers {
  private static let limit = 1 << 20
  /// nil: unknown, because HOME is not set.
  private let folder: String?

  /// Stores the answers in `$XDG_CONFIG_HOME/udfhost/grants`, by default under `~/.config`.
  init(environment: any EnvironmentSource = ProcessEnvironment()) {
    folder = environment.folder("XDG_CONFIG_HOME", inHome: ".config").map { "\($0)/udfhost/grants" }
  }

  /// Returns the path of the file with an app's answer.
  func file(for request: GrantRequest) -> String? {
    folder.map { "\($0)/\(FileName.steps(FileName.encoded(path: request.file))).json" }
  }

  /// Returns the answer if it covers all requested grants; nil if there is none. The user is not asked again about an
  /// app that requests fewer grants than before.
  func answer(to request: GrantRequest) -> Bool? {
    guard let path = file(for: request), let bytes = try? UserFile(path).read(limit: GrantAnswers.limit),
      let kept = try? JSONReader.value(of: bytes), kept["app"].text == request.file,
      case .boolean(let isAllowed) = kept["allowed"]
    else { return nil }
    let answered = Set(kept["asked"].texts)
    return answered.isSuperset(of: GrantAnswers.texts(of: request)) ? isAllowed : nil
  }

  /// Stores an answer. Returns the file's path; nil if it cannot be written.
  func keep(_ isAllowed: Bool, _ request: GrantRequest) -> String? {
    guard let path = file(for: request) else { return nil }
    makeFolders(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    var writer = JSONWriter(isPretty: true)
    let answer: Value = [
      "app": .string(request.file), "asked": .list(GrantAnswers.texts(of: request).map(Value.string)),
      "allowed": .boolean(isAllowed),
    ]
    do {
      try writer.write(answer, at: "answer")
      try DiskFiles().write(writer.bytes, to: UserFile(path).place)
      return path
    } catch {
      return nil
    }
  }

  private static func texts(of request: GrantRequest) -> [String] {
    request.grants.map { "\($0.kind.rawValue)=\($0.value)" }.sorted()
  }
}
