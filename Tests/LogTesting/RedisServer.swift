import FolderTesting
import Platform
import SocketTesting

/// A Redis server on a free port that writes to the disk before it acknowledges.
package final class RedisServer: @unchecked Sendable {
  package let folder: TemporaryFolder
  package let port: Int
  private var server: ServerProcess?

  package init() throws {
    folder = try TemporaryFolder()
    port = try RawServer.releasedPort()
    try start()
  }

  package func start() throws {
    let command = """
      redis-server --bind 127.0.0.1 --port \(port) --dir '\(folder.path)' --appendonly yes --appendfsync always --save '' \
      --daemonize no --repl-diskless-sync-delay 0
      """
    let server = try ServerProcess("exec \(command)", port: port, output: folder("server.log"))
    // It listens before it has read the last writes.
    try server.wait { isReady }
    self.server = server
  }

  private var isReady: Bool {
    guard let connection = RawConnection(port: port), connection.send("PING\r\n") else { return false }
    // Another program may have the port, and not answer.
    connection.setTimeout(seconds: 5)
    return connection.receive().map { $0.starts(with: Array("+PONG".utf8)) } ?? false
  }

  package func kill() {
    server?.end()
    server = nil
  }

  /// The file to which it adds each write.
  package var appendedFile: String { folder("appendonlydir/appendonly.aof.1.incr.aof") }
}
