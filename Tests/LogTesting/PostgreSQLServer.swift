import FolderTesting
import Platform
import SocketTesting

/// A PostgreSQL server on a free port, with the default settings for the disk. It never runs as root.
package final class PostgreSQLServer: @unchecked Sendable {
  package let folder: TemporaryFolder
  package let port: Int
  private var server: ServerProcess?

  /// The beginning of a command that runs as another user than root.
  private static let prefix = getuid() == 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups -- " : ""
  private static let programs =
    Folder.names(in: "/usr/lib/postgresql").last.map { "/usr/lib/postgresql/\($0)/bin/" } ?? ""

  package init() throws {
    folder = try TemporaryFolder()
    port = try RawServer.releasedPort()
    try folder.run("mkdir", "data")
    if getuid() == 0 {
      // The server must be able to open its data, and other users must not.
      try folder.run("chmod", "711", ".")
      try folder.run("chown", "postgres", "data")
    }
    try folder.run(
      "sh", "-c",
      "\(Self.prefix)\(Self.programs)initdb -D '\(folder("data"))' -U udf -A trust -E UTF8 --locale=C --no-sync >initdb.log 2>&1"
    )
    try start()
  }

  package func start() throws {
    let command = """
      exec \(Self.prefix)\(Self.programs)postgres -D '\(folder("data"))' -p \(port) -k '' -c listen_addresses=127.0.0.1 \
      -c max_connections=250
      """
    for attempt in 1...20 {
      do {
        let server = try ServerProcess(command, port: port, output: folder("server.log"))
        // It listens before it has read the last writes.
        try server.wait {
          (try? folder.run("\(Self.programs)pg_isready", "-q", "-h", "127.0.0.1", "-p", "\(port)")) != nil
        }
        self.server = server
        return
      } catch {
        // Processes of a server that was killed may still be ending.
        if attempt == 20 { throw error }
        usleep(50_000)
      }
    }
  }

  package func kill() {
    server?.end()
    server = nil
  }

  package var url: String { "postgres://udf@127.0.0.1:\(port)/postgres" }
}
