import LuaRuntime
import LuaSyntax
import Platform
import UDFHost
import UDFServices

/// Finds mistakes in an app before it runs: those that its load reports, and further ones in its files.
///
/// The app is loaded but not started: no action is sent and no effect runs.
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

  /// Throws a `HostError` if there is no such app. If the app does not load, the failure is a finding, and the checks
  /// that need a loaded app are skipped.
  public func run() throws -> CheckReport {
    let host = try AppHost(idle: configuration)
    let program = host.program
    let declarations = program.declarations
    var findings = program.problems.map(Finding.init)
    findings += RequireCheck.findings(in: program, main: host.loader.mainFile)
    findings += PurityCheck.findings(in: program, declarations)
    findings += OutputCheck.findings(in: program, declarations)
    findings += try GlobalCheck.findings(in: program, known: host.globals)
    // Unknown keys are noted instead of refused. A refusal would hide the other ones, and all findings that need a
    // loaded app.
    let notes = host.prelude.noteUnknownKeys()
    var grants: [Grant] = []
    do throws(HostError) {
      let generation = try host.stage()
      grants = generation.grants
      let app = try CheckedApp(program: program, generation: generation, declarations: declarations, host: host)
      for declaration in declarations {
        for feature in app.features(of: declaration) {
          findings += EffectCheck.findings(in: app, feature, declaration)
          findings += OverlapCheck.findings(in: app, feature, declaration)
          findings += ReturnCheck.findings(in: app, feature, declaration)
        }
        if declaration.kind == "middleware" { findings += EffectCheck.findings(in: app, middleware: declaration) }
      }
      findings += try NameCheck.findings(in: app)
      findings += try ScreenCheck.findings(in: app)
      findings += EventCheck.findings(in: app)
      let routes = try RouteCheck(app)
      findings += routes?.findings ?? []
      // A file that cannot be parsed may use any name.
      if program.isComplete { findings += UnusedCheck.findings(in: app, routes, tests: tests(in: host.loader.folder)) }
    } catch {
      // The load reports the same mistakes with other texts.
      findings.removeAll { $0.error.file == error.file && ($0.error.line == error.line || $0.error.code == "syntax") }
      findings.append(Finding(severity: .error, error: error))
    }
    let exempt = CheckExemptions(program, declarations)
    findings.removeAll { exempt.cover($0) }
    findings += host.explained(notes).map { Finding(severity: .error, error: $0) }
    return CheckReport(files: program.count, findings: AppCheck.sorted(findings), grants: grants)
  }

  private func tests(in folder: String) -> [LuaFile] {
    let paths = (try? TestFiles(at: folder))?.paths ?? []
    return paths.compactMap { path in (try? AppFiles(folder).read(path)).flatMap { try? LuaFile(path, $0) } }
  }

  /// Sorts the findings by position and removes duplicates: two features may share a function.
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
  /// Returns the notes of the load as errors with their positions.
  fileprivate func explained(_ notes: LuaReference?) -> [HostError] {
    guard let attempt = loader.attempt, let notes, let identity = prelude["identity"],
      let values = try? machine.call(identity, first: notes)
    else { return [] }
    return values.first?.items.map(attempt.explain) ?? []
  }

  /// Returns, for each name, true if scripts have this global, or the reason why the sandbox does not have it.
  fileprivate func globals(_ names: [String]) throws(HostError) -> Record {
    let entries = names.map { "[\"\($0)\"] = \($0) and true or \($0) == false and why(function() \($0)() end) or nil" }
    let source = """
      local function why(call)
        local _, reason = pcall(call)
        return (reason:gsub("^globals:%d+: ", ""))
      end
      return { \(entries.joined(separator: ",\n")) }
      """
    let answer = try loader.makeLoader([:], reading: { _ in .success(Array(source.utf8)) }).load("globals")
    guard let identity = prelude["identity"] else { return [:] }
    do throws(LuaError) {
      return try machine.call(identity, first: answer).first?.fields ?? [:]
    } catch {
      throw HostError(error)
    }
  }
}
