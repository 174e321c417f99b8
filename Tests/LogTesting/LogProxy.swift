import Foundation
import Platform
import SocketTesting

/// A network between a client and a server on 127.0.0.1 that can break, be slow, and repeat data.
package final class LogProxy: Sendable {
  package struct Faults: Sendable {
    /// Nothing is carried, and no connection is accepted for long.
    package var isCut = false
    /// Microseconds that each piece is held back, at most.
    package var delay: UInt32 = 0
    /// Of how many pieces of the server one is carried twice; 0: none.
    package var repeats: UInt32 = 0

    package init() {}
  }

  private struct State {
    var port: Int
    var faults = Faults()
    var connections: [ObjectIdentifier: RawConnection] = [:]
    var generator: any RandomNumberGenerator & Sendable
  }

  private let server: RawServer
  private let state: Guarded<State>

  package var port: Int { server.port }

  package init(to port: Int, generator: some RandomNumberGenerator & Sendable) throws {
    let state = Guarded(State(port: port, generator: generator))
    self.state = state
    server = try RawServer { client in
      let (port, isCut) = state.withLock { ($0.port, $0.faults.isCut) }
      guard !isCut, let upstream = RawConnection(port: port) else { return }
      state.withLock { $0.connections[ObjectIdentifier(client)] = client }
      Thread.detachNewThread {
        LogProxy.carry(from: upstream, to: client, state, isAnswer: true)
        client.shutDown()
      }
      LogProxy.carry(from: client, to: upstream, state, isAnswer: false)
      upstream.shutDown()
      state.withLock { $0.connections[ObjectIdentifier(client)] = nil }
    }
  }

  deinit {
    server.stop()
    cut()
  }

  package func set(_ faults: Faults) { state.withLock { $0.faults = faults } }

  /// Leads to another server from now on.
  package func lead(to port: Int) {
    state.withLock { $0.port = port }
    cut()
  }

  /// Ends all connections now; others may follow.
  package func cut() { for connection in state.withLock({ Array($0.connections.values) }) { connection.shutDown() } }

  private static func carry(
    from source: RawConnection, to target: RawConnection, _ state: Guarded<State>, isAnswer: Bool
  ) {
    while let bytes = source.receive() {
      let (faults, delay, isRepeated) = state.withLock { state in
        let faults = state.faults
        let delay = faults.delay == 0 ? 0 : UInt32.random(in: 0...faults.delay, using: &state.generator)
        let isRepeated =
          isAnswer && faults.repeats > 0 && UInt32.random(in: 0..<faults.repeats, using: &state.generator) == 0
        return (faults, delay, isRepeated)
      }
      if delay > 0 { usleep(delay) }
      guard !faults.isCut, target.send(bytes), !isRepeated || target.send(bytes) else { return }
    }
  }
}
