import LuaRuntime
import LuaSyntax
import Platform
import UDFHost

/// Finds what is wrong with an app before it runs: what its load refuses, and what its files tell besides.
///
/// The app is loaded, but nothing of it is started: no action is sent and no effect runs.
///
///     let report = try AppCheck(HostConfiguration(app: "app.lua")).run()
///     for finding in report.findings { print(finding.error.message) }
public struct AppCheck {
  private let configuration: HostConfiguration

  public init(_ configuration: HostConfiguration) {
    var configuration = configuration
    configuration.watch = .off
    configuration.startsFeatures = false
    configuration.startsEffects = false
    self.configuration = configuration
  }

  /// Throws a ``HostError`` if there is no such app. What keeps it from loading is a finding like others; what can only be
  /// known of an app that loads is then left out.
  public func run() throws -> CheckReport {
    let host = try AppHost(idle: configuration)
    let program = LuaProgram(main: host.loader.mainFile, libraries: host.loader.libraries.keys) {
      readFile("\(host.loader.folder)/\($0)")
    }
    let declarations = program.declarations
    var findings = program.problems.map(Finding.init)
    findings += RequireCheck.findings(in: program, main: host.loader.mainFile)
    findings += PurityCheck.findings(in: program, declarations)
    findings += OutputCheck.findings(in: program, declarations)
    findings += try GlobalCheck.findings(in: program, known: host.globals)
    // Each one that is refused would hide the others, and all that only an app that loads tells.
    let notes = host.prelude.noteUnknownKeys()
    do throws(HostError) {
      let generation = try host.stage()
      let app = try CheckedApp(program: program, generation: generation, declarations: declarations, host: host)
      for declaration in declarations {
        for feature in app.features(of: declaration) { findings += EffectCheck.findings(in: app, feature, declaration) }
        if declaration.kind == "middleware" { findings += EffectCheck.findings(in: app, middleware: declaration) }
      }
      findings += ScreenCheck.findings(in: app)
      let routes = RouteCheck(app)
      findings += routes?.findings ?? []
      // A file that was not looked at may use anything.
      if program.isWhole { findings += UnusedCheck.findings(in: app, routes, tests: tests(in: host.loader.folder)) }
    } catch {
      // The load tells the same in other words.
      findings.removeAll { $0.error.file == error.file && ($0.error.line == error.line || $0.error.code == "syntax") }
      findings.append(Finding(severity: .error, error: error))
    }
    findings += host.explained(notes).map { Finding(severity: .error, error: $0) }
    return CheckReport(files: program.count, findings: AppCheck.sorted(findings))
  }

  private func tests(in folder: String) -> [LuaFile] {
    let paths = (try? TestFiles(at: folder))?.paths ?? []
    return paths.compactMap { path in readFile(path).flatMap { try? LuaFile(path, $0) } }
  }

  /// By place, each once: two features may share a function.
  private static func sorted(_ findings: [Finding]) -> [Finding] {
    func place(_ finding: Finding) -> (String, Int, Int, String) {
      let error = finding.error
      return (error.file ?? "", error.line ?? 0, error.column ?? 0, error.message)
    }
    var result: [Finding] = []
    for finding in findings.sorted(by: { place($0) < place($1) })
    where result.last != finding {
      result.append(finding)
    }
    return result
  }
}

extension AppHost {
  /// What the load has noted, at its places.
  fileprivate func explained(_ notes: LuaReference?) -> [HostError] {
    guard let attempt = loader.attempt, let notes, let identity = prelude["identity"],
      let values = try? machine.call(identity, first: notes)
    else { return [] }
    return values.first?.items.map(attempt.explain) ?? []
  }

  /// Those of these names that files find without saying where.
  fileprivate func globals(_ names: [String]) throws(HostError) -> Set<String> {
    let source = "return { \(names.map { "[\"\($0)\"] = \($0) ~= nil" }.joined(separator: ", ")) }"
    let answer = try loader.makeLoader([:], reading: { _ in Array(source.utf8) }).load("globals")
    guard let identity = prelude["identity"] else { return [] }
    do throws(LuaError) {
      guard case .map(let known)? = try machine.call(identity, first: answer).first else { return [] }
      return Set(known.filter { $0.value == true }.map(\.key))
    } catch {
      throw HostError(error)
    }
  }
}
