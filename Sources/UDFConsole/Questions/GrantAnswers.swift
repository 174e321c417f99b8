import Platform
import UDFCommands
import UDFHost
import UDFServices

/// The user's answers about the grants that apps request: a small JSON file for each app, in the user's configuration
/// folder.
struct GrantAnswers {
  /// The grants that the user was asked about, and those of them that were given, as `hosts=example.org`.
  struct Answer {
    var asked: Set<String> = []
    var given: Set<String> = []
  }

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

  /// Returns what the user has answered about an app so far; an empty answer if there is none.
  func answer(about request: GrantRequest) -> Answer {
    guard let path = file(for: request), let bytes = try? UserFile(path).read(limit: GrantAnswers.limit),
      let kept = try? JSONReader.value(of: bytes), kept["app"].text == request.file
    else { return Answer() }
    let asked = Set(kept["asked"].texts)
    // Earlier versions stored one answer for all.
    return Answer(asked: asked, given: kept["allowed"] == true ? asked : Set(kept["given"].texts))
  }

  /// Stores an answer. Returns the file's path; nil if it cannot be written.
  func keep(_ answer: Answer, _ request: GrantRequest) -> String? {
    guard let path = file(for: request) else { return nil }
    makeFolders(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    var writer = JSONWriter(isPretty: true)
    let kept: Value = [
      "app": .string(request.file), "asked": .list(answer.asked.sorted().map(Value.string)),
      "given": .list(answer.given.sorted().map(Value.string)),
    ]
    do {
      try writer.write(kept, at: "answer")
      try DiskFiles().write(writer.bytes, to: UserFile(path).place)
      return path
    } catch {
      return nil
    }
  }

  static func text(of grant: Grant) -> String { "\(grant.kind.rawValue)=\(grant.value)" }
}
