#if Inspector
  import FlyingSocks
  import Platform
  import UDFHost

  /// Serves a site to browsers at one address of this machine.
  ///
  /// The number of connections is limited. A new connection replaces the oldest one that is not a page, so that idle
  /// connections cannot block others. A connection that is not a page ends after ``requestTime``.
  final class WebServer: Sendable {
    static let pageLimit = 8
    static let connectionLimit = 64
    /// The time in which a browser must send a request and receive the response.
    static let requestTime = Duration.seconds(30)

    private struct State: Sendable {
      var lastNumber = 0
      /// The task of each connection, by the connection's number.
      var connections: [Int: Task<Void, Never>] = [:]
      var pages: Set<Int> = []
      var isStopped = false
    }

    let site: Site
    private let requestTime: Duration
    private let subject: String
    private let listener: Socket
    private let state = Guarded(State())
    private let task = Guarded<Task<Void, Never>?>(nil)

    /// Listens at an address and a port; 0 selects a free port. Throws a ``HostError`` if that fails.
    init(
      address: String, port: UInt16, files: [PageFile], messageLimit: Int, subject: String, option: String,
      requestTime: Duration = WebServer.requestTime
    ) throws(HostError) {
      self.requestTime = requestTime
      self.subject = subject
      do {
        let listener = try Socket(domain: AF_INET)
        do {
          WebServer.keepFromChildren(listener)
          try listener.setValue(true, for: .localAddressReuse)
          try listener.bind(to: .inet(ip4: address, port: port))
          try listener.listen()
          guard case .ip4(_, let bound) = try listener.sockname() else { throw SocketError.unsupportedAddress }
          site = Site(address: address, port: bound, files: files, messageLimit: messageLimit)
        } catch {
          try? listener.close()
          throw error
        }
        self.listener = listener
      } catch {
        throw WebServer.failure(address, port, error, subject, option)
      }
    }

    private static func failure(
      _ address: String, _ port: UInt16, _ error: any Error, _ subject: String, _ option: String
    ) -> HostError {
      let problem: String
      switch error as? SocketError {
      case .failed(_, EADDRINUSE, _):
        problem = "another program uses this port\n  To fix this, give another one, or none for a free one: \(option)"
      case .failed(_, let code, _) where code != EINVAL && code != EADDRNOTAVAIL:
        problem = String(cString: strerror(code)).lowercased()
      default: problem = "this is no IPv4 address of this machine"
      }
      return HostError(usage: "\(subject): \(address):\(port): \(problem)")
    }

    func start(_ receiver: any PageReceiver) {
      task.withLock { task in
        task = Task { [weak self, listener, subject] in
          do {
            let pool = SocketPool.make()
            try await pool.prepare()
            let socket = try AsyncSocket(socket: listener, pool: pool)
            try await withThrowingTaskGroup(of: Void.self) { group in
              group.addTask { try await pool.run() }
              group.addTask { [weak self] in
                try await WebServer.accept(from: socket) { [weak self] in await self?.serve($0, receiver) }
              }
              try await group.next()
              group.cancelAll()
            }
          } catch {
            if !Task.isCancelled {
              receiver.didFail(HostError(code: "failed", message: "\(subject): the server has ended: \(error)"))
            }
          }
          try? listener.close()
        }
      }
    }

    /// Closes all connections.
    func stop() {
      let connections = state.withLock { state in
        state.isStopped = true
        return state.connections.values
      }
      for connection in connections { connection.cancel() }
      task.withLock { $0 }?.cancel()
    }

    private static func accept(
      from socket: AsyncSocket, _ serve: @Sendable (AsyncSocket) async -> Void
    ) async throws {
      while !Task.isCancelled {
        do { await serve(try await socket.accept()) } catch {
          // The error may be temporary, for example if the process has no free file descriptor.
          try await Task.sleep(for: .milliseconds(100))
        }
      }
    }

    private func serve(_ socket: AsyncSocket, _ receiver: any PageReceiver) async {
      WebServer.keepFromChildren(socket.socket)
      WebServer.noticeSilence(socket.socket)
      await makeRoom()
      let number = state.withLock { state in
        state.lastNumber += 1
        return state.lastNumber
      }
      let connection = WebConnection(
        number: number, socket: socket, site: site, receiver: receiver, requestTime: requestTime,
        admit: { [weak self] in self?.admit($0) ?? false },
        cancel: { [weak self] in self?.cancel($0) })
      state.withLock { state in
        if state.isStopped { return try? socket.close() }
        state.connections[number] = Task { [weak self] in
          await connection.run()
          self?.didEnd(number)
          try? socket.close()
        }
      }
    }

    /// Ends the oldest connection that is not a page if there are too many, and waits for its end.
    private func makeRoom() async {
      let oldest = state.withLock { state -> Task<Void, Never>? in
        guard state.connections.count >= WebServer.connectionLimit else { return nil }
        return state.connections.filter { !state.pages.contains($0.key) }.min { $0.key < $1.key }?.value
      }
      oldest?.cancel()
      await oldest?.value
    }

    private static func keepFromChildren(_ socket: Socket) { _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC) }

    /// Makes the system end the connection about a minute after the other machine has gone without a word.
    private static func noticeSilence(_ socket: Socket) {
      func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        withUnsafePointer(to: value) { pointer in
          _ = setsockopt(socket.file.rawValue, level, option, pointer, socklen_t(MemoryLayout<Int32>.size))
        }
      }
      set(SOL_SOCKET, SO_KEEPALIVE, 1)
      set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
      set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
      #if canImport(Darwin)
        set(Int32(IPPROTO_TCP), TCP_KEEPALIVE, 30)
      #else
        set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
        // Milliseconds that sent bytes wait for an answer.
        set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 60_000)
      #endif
    }

    private func admit(_ number: Int) -> Bool {
      state.withLock { state in
        state.pages.count < WebServer.pageLimit && state.pages.insert(number).inserted
      }
    }

    private func cancel(_ number: Int) { state.withLock { $0.connections[number] }?.cancel() }

    private func didEnd(_ number: Int) {
      state.withLock { state in
        state.connections[number] = nil
        state.pages.remove(number)
      }
    }
  }
#endif
