import Platform

/// The watcher's thread: waits for hints, lets them settle, and reports the files whose content is new.
struct WatchLoop {
  private let mailbox: WatchMailbox
  private let debounce: Duration
  private let emptiedPause: Duration
  private let onNotice: @Sendable (String) -> Void
  private let onChange: @Sendable (Set<String>) -> Void
  private var events: any FileEvents
  private var contents: [String: KnownContent] = [:]
  private var touched: Set<String> = []
  private var firstTouch: ContinuousClock.Instant?
  private var settled: ContinuousClock.Instant?
  private var nextLook: ContinuousClock.Instant

  init(
    mailbox: WatchMailbox, debounce: Duration, emptiedPause: Duration,
    events: () throws(WatchFailure) -> any FileEvents, onNotice: @escaping @Sendable (String) -> Void,
    onChange: @escaping @Sendable (Set<String>) -> Void
  ) {
    self.mailbox = mailbox
    self.debounce = debounce
    self.emptiedPause = emptiedPause
    self.onNotice = onNotice
    self.onChange = onChange
    nextLook = .now
    do {
      self.events = try events()
    } catch {
      self.events = PollingEvents()
      onNotice(error.message)
    }
  }

  mutating func run() {
    while true {
      wait()
      let mail = mailbox.take()
      if mail.isStopped { return }
      if let files = mail.files { load(files) }
      look()
      if let settled, settled <= .now { settle() }
    }
  }

  private func wait() {
    var deadline = settled
    if events.interval != nil { deadline = min(deadline ?? nextLook, nextLook) }
    var timeout: Int32 = -1
    if let deadline {
      let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: deadline)).components
      timeout = Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
    var descriptors = [
      pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // A failure is an interruption: the loop looks and waits again.
    poll(&descriptors, 2, timeout)
  }

  private mutating func load(_ files: [String: UInt64]) {
    var current: [String: KnownContent] = [:]
    for (file, hash) in files {
      current[file] = contents[file] ?? KnownContent(loaded: hash)
      current[file]?.load(hash)
    }
    contents = current
    arm()
    // A save between load and now gave no event.
    touch(files.keys)
  }

  private mutating func arm() {
    do { try events.watch(contents.keys) } catch { fallBack(error) }
  }

  private mutating func look() {
    if let interval = events.interval {
      guard nextLook <= .now else { return }
      nextLook = .now + interval
    }
    do { touch(try events.touched()) } catch { fallBack(error) }
  }

  private mutating func fallBack(_ failure: WatchFailure) {
    let polling = PollingEvents()
    polling.watch(contents.keys)
    events = polling
    touch(contents.keys)
    onNotice(failure.message)
  }

  private mutating func touch(_ files: some Collection<String>) {
    guard !files.isEmpty else { return }
    touched.formUnion(files)
    let first = firstTouch ?? .now
    firstTouch = first
    // A file that is written all the time is still reported now and then.
    settled = min(.now + debounce, first + debounce * 10)
  }

  private mutating func settle() {
    (firstTouch, settled) = (nil, nil)
    let files = touched
    touched = []
    arm()
    var changed: Set<String> = []
    for file in files {
      let before = FileSignature(file)
      // A file that is gone for the moment is compared when it is back.
      guard let content = ContentHash.of(file: file), var known = contents[file] else { continue }
      let isNews = known.observe(content)
      if isNews, isBeingWritten(file, before) {
        touch([file])
      } else {
        contents[file] = known
        if isNews { changed.insert(file) }
      }
    }
    if !changed.isEmpty { onChange(changed) }
  }

  /// A save may have begun after the hint: what was just read is then half of it, or nothing. One that has only emptied
  /// the file so far is given longer, because nobody empties a script for good.
  private func isBeingWritten(_ file: String, _ before: FileSignature?) -> Bool {
    guard let signature = FileSignature(file), signature == before else { return true }
    let pause = signature.isEmpty ? max(debounce, emptiedPause) : debounce
    return signature.age >= .zero && signature.age < pause
  }
}
