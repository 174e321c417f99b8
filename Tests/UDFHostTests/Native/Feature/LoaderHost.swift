import HostTesting
import UDFHost
import UDFTesting

/// A host with a ``Loader`` whose tasks sleep on a virtual clock.
final class LoaderHost {
  let app: TestHost
  let clock = TestClock()
  private var sent: AsyncStream<Int>.Iterator

  /// - Parameter additions: what Lua adds around the feature, as `onReload = "cancel"`.
  init(_ additions: String = "", configure: (inout HostConfiguration) -> Void = { _ in }) throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    sent = stream.makeAsyncIterator()
    app = try TestHost(["app": Self.source(additions)]) { [clock] in
      $0.features = [Loader(clock: clock, sent: continuation)]
      configure(&$0)
    }
  }

  static func source(_ additions: String) -> String {
    """
    local udf = require "udf"
    return udf.app { name = "test", features = { udf.native("loader", { \(additions) }) } }
    """
  }

  var host: AppHost { app.host }

  var written: Value { get throws { try app.state("loader.written") } }

  /// Runs a line whose effects sleep, and returns when this number of tasks sleeps.
  func run(_ line: String, asleep count: Int) async throws {
    try app.run(line)
    await clock.asleep(count)
  }

  /// Lets the tasks' time pass, and delivers what so many of them have sent, cancelled or not.
  func pass(milliseconds: Int, sending count: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
    for _ in 0..<count { _ = await sent.next(isolation: nil) }
    host.poll()
  }
}
