#if Inspector
  import Platform
  import UDF
  import UDFCommands
  import UDFHost

  /// Serves a page to browsers on this machine that shows the events of a host and sends commands to it.
  ///
  ///     let inspector = try Inspector(host)
  ///     print("inspector: \(inspector.url)")
  ///
  /// A browser needs the whole link, which contains a random token. The host must belong to the main actor; the program
  /// polls it as `AppHost` describes. Pages are served until the inspector is released or ``stop()`` is called.
  /// Without an open page, a dispatch costs no extra time.
  @MainActor
  public final class Inspector: PageKeeper {
    /// The address of the page, `http://127.0.0.1:49152/c0ffee…/`.
    public nonisolated var url: String { server.site.url }

    private let host: AppHost
    private let limit: PageLimit
    private nonisolated let server: WebServer
    private var pages: [Int: PageSession] = [:]
    private var subscription: Subscription?
    private lazy var feed = EventFeed { [weak self] in self?.flushLater() }
    private lazy var writer = FeedWriter(
      host: host, epoch: host.configuration.clock.now - WallTime.now, limit: limit)

    /// - Parameters:
    ///   - host: a host of the main actor.
    ///   - port: the port on 127.0.0.1; nil: a free one.
    ///
    /// Throws a `HostError` if the port is in use, or the host belongs to another actor.
    public convenience init(_ host: AppHost, port: UInt16? = nil) throws(HostError) {
      try self.init(host, port: port, limit: .standard)
    }

    init(_ host: AppHost, port: UInt16? = nil, limit: PageLimit) throws(HostError) {
      try host.requireOwner("Inspector(_:port:)")
      self.host = host
      self.limit = limit
      server = try WebServer(
        address: "127.0.0.1", port: port ?? 0, files: PageFile.all, messageLimit: limit.bytes, subject: "inspector",
        option: "--inspect")
      let handle = host.handle
      let doors = PageDoors(self, interrupt: handle.interrupt) { work in
        handle.perform { MainActor.assumeIsolated(work) }
      }
      server.start(doors)
    }

    deinit { server.stop() }

    /// Closes all pages and stops serving.
    public func stop() { server.stop() }

    // MARK: pages

    func open(_ number: Int, _ outbox: Outbox) {
      // A new page must not receive the earlier events twice, so they are sent to the other pages first.
      flush()
      let page = PageSession(host, outbox, limit)
      pages[number] = page
      if subscription == nil { subscription = host.observe(with: feed) }
      host.keepsEffectTimes = true
      outbox.send(Greeting(host, messageLimit: server.site.messageLimit).text)
      page.send(writer.everything())
    }

    func fail(_ error: HostError) { host.log(level: "error", message: error.message) }

    func close(_ number: Int) {
      pages[number] = nil
      if !pages.isEmpty { return }
      subscription = nil
      host.keepsEffectTimes = false
    }

    func perform(_ request: PageRequest, isInterrupted: Bool, of number: Int) {
      guard let page = pages[number] else { return }
      let answer = isInterrupted ? page.refuse(request, PageSession.interrupted) : page.perform(request)
      if sendLines() || request.isOfScreen { sendScreens() }
      page.outbox.send(answer)
    }

    // MARK: events

    /// Whether pages are open, so that the host is observed.
    var isObserving: Bool { subscription != nil }

    private func flushLater() {
      host.handle.perform { [weak self] in MainActor.assumeIsolated { self?.flush() } }
    }

    /// Sends the collected events, and the present screen, to all pages.
    private func flush() {
      guard sendLines() else { return }
      sendScreens()
    }

    /// Sends the collected events. Returns false if there are none.
    @discardableResult
    private func sendLines() -> Bool {
      let (items, dropped) = feed.take()
      if !items.isEmpty {
        var (lines, dropped) = ([String](), dropped)
        if dropped == 0, let written = writer.lines(items) {
          lines = written
        } else {
          let events = writer.events(items)
          lines = events.lines + writer.everything()
          dropped += events.dropped
          if dropped > 0 {
            let message = "\(dropped) events were too many to show"
            lines.append(JSONLines.log(level: "warning", message: message, fields: [:]))
          }
        }
        for page in pages.values where !lines.isEmpty { page.send(lines) }
      }
      for page in pages.values { page.sendStray() }
      return !items.isEmpty
    }

    /// Draws the screens. What a screen prints meanwhile is sent at once: it must not make the pages draw again.
    private func sendScreens() {
      for page in pages.values {
        if let message = page.screen.message() { page.outbox.send(message) }
      }
      sendLines()
    }
  }
#endif
