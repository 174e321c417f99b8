import UDF
import UDFHost
import UDFServices

/// A core with one service, `post`, whose answers are ready at once.
struct StoredPostCore: HostCore {
  let instances = Instances()

  func dependency() -> any LogSink { SilentLog() }

  func services() throws -> [HostService] {
    [HostService("post", [ServiceMethod("send", ["text": "string"], returns: "string") { $0["text"] }])]
  }
}
