import Foundation
import JSONSyntax
import UDFNetwork

/// Checks whether a server follows the rules of the sync protocol: it reads pages, makes, changes and deletes its own
/// rows, and listens to the live stream.
///
/// The check works with servers of both versions of the protocol, and deletes the rows that it made. Other clients may use the
/// server meanwhile.
///
///     var options = SyncCheckOptions()
///     options.headers = [("Authorization", "Bearer 81f2")]
///     let report = try await SyncCheck("http://127.0.0.1:8790", options, http: LiveHTTPClient()).run()
///     for line in report.lines { print(line) }
public struct SyncCheck: Sendable {
  private let url: String
  private let options: SyncCheckOptions
  private let http: any HTTPClient
  private let template: [String: JSONValue]

  /// Throws if the options are wrong.
  public init(_ url: String, _ options: SyncCheckOptions, http: any HTTPClient) throws(SyncCheckFailure) {
    self.url = url
    self.options = options
    self.http = http
    do throws(JSONFault) {
      guard let row = try JSONValue(Array(options.row.utf8)).members else {
        throw JSONFault(position: 0, reason: "expected an object")
      }
      template = row
    } catch {
      throw SyncCheckFailure(
        "--row: \(error.description), got \(options.row); write a JSON object such as {\"title\":\"x\"}")
    }
    guard options.wait > 0, options.wait.isFinite else {
      throw SyncCheckFailure("--wait: must be more than 0 seconds, got \(options.wait)")
    }
    do throws(HTTPFailure) {
      var request = HTTPRequest(url)
      for (name, value) in options.headers { request.headers.add(name, value) }
      try request.validate()
    } catch {
      throw SyncCheckFailure(error.message)
    }
  }

  /// Checks every rule; throws if the server cannot be reached or does not answer the first request with a page.
  public func run() async throws(SyncCheckFailure) -> SyncCheckReport {
    let server = CheckedServer(url, http: http, options)
    let run = SyncCheckRun(server, options, template: template)
    try await run.open()
    await run.readAll()
    if options.isReadOnly { run.skipMutations("--read-only sends no mutations") } else { await run.mutate() }
    await run.checkPaging()
    await run.checkWhere()
    await run.checkETags()
    await run.checkErrors()
    await run.checkVersion1()
    await run.checkLive()
    await run.checkCollections()
    if !options.isReadOnly { await run.cleanUp() }
    return run.report
  }
}
