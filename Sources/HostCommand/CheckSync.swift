import ArgumentParser
import Dispatch
import Foundation
import UDFConsole
import UDFNetwork
import UDFTooling

/// `udfhost sync-check URL`: checks whether a server follows the rules of the sync protocol.
struct CheckSync: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync-check",
    abstract: "Check a server against each rule of the sync protocol.",
    usage: "udfhost sync-check URL [--read-only] [--key FIELD] [--row JSON] [--header \"NAME: VALUE\"]… [--json]",
    discussion: """
      URL is the address that the app gives as remote: the part before /changes. The check makes three rows of its own, \
      changes and deletes them; their keys begin with udfhost-check. \
      Exit codes: 0 the server follows all rules that could be checked, 1 it breaks a rule, 2 wrong arguments, or there is no \
      sync server at this address.
      """)

  @Argument(help: "The address of the server.")
  var url: String

  @Option(help: ArgumentHelp("The field that holds a row's key.", valueName: "field"))
  var key = SyncCheckOptions().key

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header of every request (repeatable).", valueName: "name: value"), transform: Self.header)
  var header: [(name: String, value: String)] = []

  @Option(
    help: ArgumentHelp(
      "The collections of the address, separated by commas; without them, rules about collections are skipped.",
      valueName: "names"))
  var collections = ""

  @Flag(help: "Send no mutations; rules about them are skipped.")
  var readOnly = false

  @Option(
    help: ArgumentHelp("A row that the server accepts, without its key, with at least two fields.", valueName: "json"))
  var row = SyncCheckOptions().row

  @Option(help: ArgumentHelp("How long to wait for a live event; live-heartbeat needs 20 s.", valueName: "seconds"))
  var wait = SyncCheckOptions().wait

  @Flag(help: "One JSON object a line on standard output.")
  var json = false

  func run() throws {
    var options = SyncCheckOptions()
    options.key = key
    options.collections = collections.split(separator: ",").map(String.init)
    options.headers = header
    options.isReadOnly = readOnly
    options.row = row
    options.wait = wait
    options.proxies = HTTPProxies { ProcessInfo.processInfo.environment[$0] }
    let report = try report(options)
    MainActor.assumeIsolated { [json] in
      let output = Output(descriptor: STDOUT_FILENO)
      if json {
        for line in report.jsonLines { output.line(line.escapedForJSON) }
      } else {
        for line in report.lines { output.wrapped(line) }
      }
      output.end(with: report.failed == 0 ? .success : .failure)
    }
  }

  /// Waits for the check, which runs on other threads.
  private func report(_ options: SyncCheckOptions) throws -> SyncCheckReport {
    do {
      let check = try SyncCheck(url, options, http: LiveHTTPClient())
      nonisolated(unsafe) var result: Result<SyncCheckReport, SyncCheckFailure>?
      let isDone = DispatchSemaphore(value: 0)
      Task.detached {
        do throws(SyncCheckFailure) {
          result = .success(try await check.run())
        } catch {
          result = .failure(error)
        }
        isDone.signal()
      }
      isDone.wait()
      guard let result else { throw UsageError("the check did not end") }
      return try result.get()
    } catch let failure as SyncCheckFailure {
      throw UsageError(failure.description)
    }
  }

  /// Parses `Authorization: Bearer 81f2`.
  private static func header(_ argument: String) throws -> (name: String, value: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValidationError("--header: must be \"NAME: VALUE\", got \"\(argument)\"")
    }
    return (parts[0], parts[1])
  }
}
