import HostTesting
import Testing
import UDF
import UDFEngines
import UDFServices
import UDFSync

@testable import UDFHost

/// An app with one adapter, copied from the documentation. The adapter sends its requests to a mock server.
struct AdapterApp<API: MockAPI> {
  private struct Core: HostCore {
    let instances = Instances()
    let environment: FixedEnvironment

    func dependency() -> any LogSink { SilentLog() }
    func dependency() -> any EnvironmentSource { environment }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
  }

  let server: MockServer<API>
  let host: TestHost

  /// - Parameter options: further options of the feature, besides those on the page.
  init(_ api: API, options: String = "", _ others: [(name: String, source: String)] = []) throws {
    let server = try MockServer(api)
    let source = try Page.blocks("Adapters")[API.block].replacing(/http:\/\/127\.0\.0\.1:\d+/, with: server.url)
      .replacing("return udf.sync {", with: "return udf.sync { \(options)")
    self.server = server
    host = try TestHost(files: [(API.feature, source)] + others) { configuration in
      configuration.core = Core(environment: FixedEnvironment([API.variable: "secret"]))
      configuration.grants = [Grant(.hosts, "127.0.0.1:\(server.port)"), Grant(.env, API.variable)]
    }
  }

  private var slice: NativeSlice<SyncFeature>? { host.host.tree.slices[API.feature] as? NativeSlice<SyncFeature> }

  /// The field of the rows that holds their keys.
  var keyField: String { slice?.feature.options.key ?? "" }

  var titles: [String] { slice?.state.value.rows.rows.map { $0["title"].text ?? "?" } ?? [] }
  var sync: SyncState { slice?.state.value.sync ?? SyncState() }

  /// Somebody looks at the rows, and all that follows from it has happened.
  func looked() async throws {
    try host.run("state.\(API.feature).count")
    await host.settled()
  }

  func send(_ action: String) async throws {
    try host.run("\(API.feature).\(action)")
    await host.settled()
  }

  func patch(_ number: Int, _ fields: String) async throws {
    try await send("mutate{ key = \(API.key(number)), patch = { \(fields) } }")
  }

  /// Lets seconds pass, after which a change that waits is sent.
  func retried(after seconds: Double = 60) async {
    host.pass(seconds)
    // The engine wakes on its own thread.
    for _ in 0..<1_000_000 where sync.pending > 0 {
      host.host.poll()
      await Task.yield()
    }
    await host.settled()
  }
}
