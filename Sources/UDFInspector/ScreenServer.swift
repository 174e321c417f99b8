#if Inspector
  import Platform
  import UDF
  import UDFHost

  /// Serves the screens of an app to browsers, for example to try the app on a phone. Each visitor gets a separate
  /// host, which ends when the page is closed. At most eight visitors can be connected. A visitor can only see and use
  /// the screen.
  ///
  ///     configuration.keepsData = false
  ///     let server = try ScreenServer(address: "192.168.1.20") { try AppHost(configuration) }
  ///     print(server.url)
  ///
  /// The connection is not encrypted, so use it only in a network that you trust.
  @MainActor
  public final class ScreenServer: PageKeeper {
    /// The address of the page, with a random token.
    public nonisolated var url: String { server.site.url }

    private nonisolated let server: WebServer
    private let makeHost: @MainActor () throws -> AppHost
    private let onError: @MainActor (any Error) -> Void
    private var visitors: [Int: Visitor] = [:]

    /// - Parameters:
    ///   - address: the IPv4 address of this machine at which the server listens.
    ///   - port: the port; nil: a free one.
    ///   - onError: called with an error that `makeHost` has thrown for a visitor, whose page only shows that the app
    ///     does not load, and if the server has ended with an error.
    ///   - makeHost: makes the host of a visitor.
    ///
    /// Throws a `HostError` if this machine does not have the address or the port is in use.
    public init(
      address: String = "127.0.0.1", port: UInt16? = nil, onError: @escaping @MainActor (any Error) -> Void = { _ in },
      _ makeHost: @escaping @MainActor () throws -> AppHost
    ) throws(HostError) {
      guard address != "0.0.0.0" else {
        throw HostError(
          usage:
            "serve: 0.0.0.0 is every address of this machine\n  To fix this, name the one that the browser uses, such as 192.168.1.20"
        )
      }
      self.makeHost = makeHost
      self.onError = onError
      server = try WebServer(
        address: address, port: port ?? 0, files: PageFile.all, messageLimit: 64 << 10, subject: "serve",
        option: "--port")
      server.start(PageDoors(self, interrupt: {}) { work in MainQueue.async(work) })
    }

    deinit { server.stop() }

    /// Ends all visits and stops serving.
    public func stop() { server.stop() }

    func open(_ number: Int, _ outbox: Outbox) {
      do {
        visitors[number] = Visitor(try makeHost(), outbox, messageLimit: server.site.messageLimit)
      } catch {
        onError(error)
        // The error may contain paths and source lines, which a visitor must not see.
        outbox.close(ConnectionEnd(status: 1011, reason: "the app does not load"))
      }
    }

    func perform(_ request: PageRequest, isInterrupted: Bool, of number: Int) {
      visitors[number]?.perform(request)
    }

    func fail(_ error: HostError) { onError(error) }

    func close(_ number: Int) {
      visitors.removeValue(forKey: number)?.host.stop()
    }
  }

  /// One visitor with a separate host.
  @MainActor
  private final class Visitor {
    let host: AppHost
    private let page: PageSession
    private var subscription: Subscription?
    private lazy var feed = EventFeed { [weak self] in MainQueue.async { self?.flush() } }

    init(_ host: AppHost, _ outbox: Outbox, messageLimit: Int) {
      self.host = host
      page = PageSession(host, outbox, .standard)
      outbox.send(Greeting(host, isScreenOnly: true, messageLimit: messageLimit).text)
      subscription = host.observe(with: feed)
    }

    func perform(_ request: PageRequest) {
      _ = feed.take()
      let refusal = HostError(usage: "request: this server shows only the screen")
      let answer = request.isOfScreen ? page.perform(request) : page.refuse(request, refusal)
      draw()
      page.outbox.send(answer)
    }

    private func flush() {
      if !feed.take().items.isEmpty { draw() }
    }

    private func draw() {
      if let message = page.screen.message() { page.outbox.send(message) }
      // What the screen has printed changes nothing that is shown.
      _ = feed.take()
    }
  }
#endif
