import Platform

/// The watcher's thread: waits for hints, debounces them, and reports the files whose content is new.
struct WatchLoop {
  private let mailbox: WatchMailbox
  private let debounce: Duration
  private let emptiedPause: Duration
  private let onNotice: @Sendable (String) -> Void
  private let onChange: @Sendable (Set<String>) -> Void
  private var events: any FileEvents
  private var contents: [String: KnownContent] = [:]
  private var touched: Set<String> = []
  /// When a file that does not exist was first missed.
  private var missing: [String: ContinuousClock.Instant] = [:]
  private var firstTouch: ContinuousClock.Instant?
  private var reportTime: ContinuousClock.Instant?
  private var nextPoll: ContinuousClock.Instant

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
    nextPoll = .now
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
      let mail = mailbox.removeMail()
      if mail.isStopped { return }
      if let files = mail.files { load(files) }
      collectHints()
      if let reportTime, reportTime <= .now { report() }
    }
  }

  private func wait() {
    var deadline = reportTime
    if events.interval != nil { deadline = min(deadline ?? nextPoll, nextPoll) }
    var timeout: Int32 = -1
    if let deadline {
      let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: deadline)).components
      timeout = Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
    var descriptors = [
      pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // poll fails only if a signal interrupts it. The loop then checks for hints and waits again.
    poll(&descriptors, 2, timeout)
  }

  private mutating func load(_ files: [String: UInt64]) {
    var current: [String: KnownContent] = [:]
    for (file, hash) in files {
      current[file] = contents[file] ?? KnownContent(loaded: hash)
      current[file]?.load(hash)
    }
    contents = current
    missing = missing.filter { current[$0.key] != nil }
    watchFiles()
    // A save between the load and this call caused no event.
    touch(files.keys)
  }

  private mutating func watchFiles() {
    do { try events.watch(contents.keys) } catch { fallBack(error) }
  }

  private mutating func collectHints() {
    if let interval = events.interval {
      guard nextPoll <= .now else { return }
      nextPoll = .now + interval
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
    // Limits the delay, so that a file that is written continuously is still reported.
    reportTime = min(.now + debounce, first + debounce * 10)
  }

  private mutating func report() {
    (firstTouch, reportTime) = (nil, nil)
    let files = touched
    touched = []
    watchFiles()
    var changed: Set<String> = []
    for file in files {
      let before = FileSignature(file)
      guard let content = content(of: file), var known = contents[file] else { continue }
      let isNew = known.observe(content)
      if isNew, isBeingWritten(file, before) {
        touch([file])
      } else {
        contents[file] = known
        if isNew { changed.insert(file) }
      }
    }
    if !changed.isEmpty { onChange(changed) }
  }

  /// Returns the hash of a file's content, or ``ContentHash/missing``; nil if it is not a regular file or cannot be read.
  private mutating func content(of file: String) -> UInt64? {
    if let content = ContentHash.of(file: file) {
      missing[file] = nil
      return content
    }
    var status = stat()
    guard stat(file, &status) != 0, errno == ENOENT || errno == ENOTDIR else {
      missing[file] = nil
      return nil
    }
    if missing[file] == nil { missing[file] = .now }
    return ContentHash.missing
  }

  /// Whether a save may still be running, so that the content just read is incomplete. An empty or missing file gets more time,
  /// because editors often truncate or delete a file before they write it.
  private func isBeingWritten(_ file: String, _ before: FileSignature?) -> Bool {
    if let start = missing[file] { return start.duration(to: .now) < emptiedPause }
    guard let signature = FileSignature(file), signature == before else { return true }
    let pause = signature.isEmpty ? max(debounce, emptiedPause) : debounce
    return signature.age >= .zero && signature.age < pause
  }
}
