import FolderTesting
import Platform
import Testing

@testable import FileWatching

@Suite("a file watcher", .timeLimit(.minutes(60)))
struct FileWatcherTests {
  /// The modes under which every style of saving has to be noticed.
  static let modes: [WatchMode] = [.auto, .poll]

  /// Two loaded files: `cart.lua`, which a test saves, and `last.lua`, whose save proves that nothing came
  /// before it.
  private struct Desk {
    let folder: TemporaryFolder
    let watcher: FileWatcher
    let reports: AsyncStream<Set<String>>
    let notices: AsyncStream<String>
    /// As long as a save may be held up between emptying its file and filling it.
    static let held: Duration = .seconds(3600)
    var cart: String { folder("features/cart.lua") }
    var last: String { folder("last.lua") }

    init(_ mode: WatchMode, debounce: Duration = .milliseconds(25), emptiedPause: Duration = Desk.held) throws {
      try self.init {
        FileWatcher(
          events: FileWatcher.events(mode), debounce: debounce, emptiedPause: emptiedPause, onNotice: $0, onChange: $1)
      }
    }

    init(
      make: (@escaping @Sendable (String) -> Void, @escaping @Sendable (Set<String>) -> Void) -> FileWatcher
    ) throws {
      folder = try TemporaryFolder()
      try folder.run("mkdir", "features")
      try folder.save("return 1", to: "features/cart.lua")
      try folder.save("return 1", to: "last.lua")
      let (reports, report) = AsyncStream.makeStream(of: Set<String>.self)
      let (notices, notice) = AsyncStream.makeStream(of: String.self)
      (self.reports, self.notices) = (reports, notices)
      watcher = make({ notice.yield($0) }, { report.yield($0) })
      watch()
    }

    /// As the loader does: names what was read.
    func watch(cart: String = "return 1", last: String = "return 1") {
      watcher.watch(files: [self.cart: ContentHash.of(cart.utf8), self.last: ContentHash.of(last.utf8)])
    }

    /// Comes back when the watches stand, so that what a test does next is seen by event and not by the first
    /// comparison.
    func armed() async throws -> Desk {
      try await expectNothingBeforeLast("return 'armed'")
      return self
    }

    func next() async -> Set<String>? { await reports.first { _ in true } }

    func expectCart(_ location: SourceLocation = #_sourceLocation) async {
      let report = await next()
      #expect(report == [cart], sourceLocation: location)
    }

    func expectNothingBeforeLast(
      _ text: String = "return 'last'", _ location: SourceLocation = #_sourceLocation
    ) async throws {
      try folder.save(text, to: "last.lua")
      let report = await next()
      #expect(report == [last], sourceLocation: location)
    }
  }

  @Test("sees a plain write", arguments: modes)
  func plainWrite(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
    try desk.folder.save("return 3", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("sees sed -i, again and again", arguments: modes)
  func sed(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    for number in 2...4 {
      try desk.folder.run("sed", "-i", "s/return .*/return \(number)/", "features/cart.lua")
      await desk.expectCart()
    }
  }

  @Test("sees a file renamed over it", arguments: modes)
  func renameOver(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.save("return 2", to: "features/.cart.lua.tmp")
    #expect(rename(desk.folder("features/.cart.lua.tmp"), desk.cart) == 0)
    await desk.expectCart()
  }

  @Test("sees a file that is deleted and created again", arguments: modes)
  func deleteAndCreate(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    #expect(unlink(desk.cart) == 0)
    try await desk.expectNothingBeforeLast()
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("sees a hard link put in its place", arguments: modes)
  func hardLink(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.save("return 2", to: "other.lua")
    try desk.folder.run("ln", "-f", "other.lua", "features/cart.lua")
    await desk.expectCart()
  }

  @Test("sees a symbolic link swapped in one step, and saves behind it", arguments: modes)
  func symlinkSwap(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.run("mkdir", "store")
    try desk.folder.save("return 2", to: "store/two.lua")
    #expect(symlink("../store/two.lua", desk.folder("features/new")) == 0)
    #expect(rename(desk.folder("features/new"), desk.cart) == 0)
    await desk.expectCart()
    try desk.folder.save("return 3", to: "store/two.lua")
    await desk.expectCart()
    try desk.folder.save("return 4", to: "store/four.lua")
    try desk.folder.run("ln", "-sfn", "../store/four.lua", "features/cart.lua")
    await desk.expectCart()
  }

  @Test("sees a link to a whole folder swapped above it", arguments: modes)
  func folderLinkSwap(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.run("mkdir", "-p", "releases/2")
    try desk.folder.save("return 2", to: "releases/2/cart.lua")
    try desk.folder.run("mv", "features", "releases/1")
    #expect(symlink("releases/1", desk.folder("features")) == 0)
    try await desk.expectNothingBeforeLast()
    #expect(symlink("releases/2", desk.folder("next")) == 0)
    #expect(rename(desk.folder("next"), desk.folder("features")) == 0)
    await desk.expectCart()
    try desk.folder.save("return 3", to: "releases/2/cart.lua")
    await desk.expectCart()
  }

  @Test("sees its folder replaced, and deleted and created again", arguments: modes)
  func folderReplaced(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.run("mkdir", "fresh")
    try desk.folder.save("return 2", to: "fresh/cart.lua")
    #expect(rename(desk.folder("features"), desk.folder("stale")) == 0)
    #expect(rename(desk.folder("fresh"), desk.folder("features")) == 0)
    await desk.expectCart()
    try desk.folder.save("return 3", to: "features/cart.lua")
    await desk.expectCart()
    try desk.folder.run("rm", "-r", "features")
    try desk.folder.run("mkdir", "features")
    try desk.folder.save("return 4", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("sees both files of a folder that is replaced")
  func folderOfTwoReplaced() async throws {
    let desk = try await Desk(.auto).armed()
    let stock = try desk.folder.save("return 1", to: "features/stock.lua")
    desk.watcher.watch(files: [
      desk.cart: ContentHash.of("return 1".utf8), stock: ContentHash.of("return 1".utf8),
      desk.last: ContentHash.of("return 'armed'".utf8),
    ])
    try await desk.expectNothingBeforeLast()
    try desk.folder.run("mkdir", "fresh")
    try desk.folder.save("return 2", to: "fresh/cart.lua")
    try desk.folder.save("return 2", to: "fresh/stock.lua")
    #expect(rename(desk.folder("features"), desk.folder("stale")) == 0)
    #expect(rename(desk.folder("fresh"), desk.folder("features")) == 0)
    try desk.folder.save("return 'end'", to: "last.lua")
    var seen: Set<String> = []
    while !seen.contains(desk.last), let report = await desk.next() { seen.formUnion(report) }
    #expect(seen == [desk.cart, stock, desk.last])
  }

  @Test("says nothing of a touch, an equal save or another file's save", arguments: modes)
  func noChange(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.run("touch", "features/cart.lua")
    try desk.folder.save("return 1", to: "features/cart.lua")
    try desk.folder.save("return 2", to: "features/.cart.lua.swp")
    try desk.folder.save("return 2", to: "features/other.lua")
    try await desk.expectNothingBeforeLast()
  }

  @Test("does not read a file while it is being saved")
  func unfinishedSave() async throws {
    let desk = try await Desk(.auto).armed()
    let descriptor = open(desk.cart, O_WRONLY | O_TRUNC | O_CLOEXEC)
    try await desk.expectNothingBeforeLast()
    let bytes = Array("return 2".utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    await desk.expectCart()
  }

  @Test("does not take a save that has only emptied the file for its end", arguments: modes)
  func emptied(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.save("", to: "features/cart.lua")
    try await desk.expectNothingBeforeLast()
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("reports a file that was emptied for good", arguments: modes)
  func emptiedForGood(mode: WatchMode) async throws {
    let desk = try await Desk(mode, emptiedPause: .milliseconds(1)).armed()
    try desk.folder.save("", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("sees a save between load and watch", arguments: modes)
  func saveBeforeWatch(mode: WatchMode) async throws {
    let desk = try Desk(mode)
    desk.watch(cart: "return 0")
    await desk.expectCart()
  }

  /// A desk at which these saves were one burst. Tries again where the machine has held them up for longer than one lasts.
  private func saved(in pause: Duration = .seconds(2), _ save: (Desk) throws -> Void) throws -> Desk {
    while true {
      let begin = ContinuousClock.now
      let desk = try Desk(.auto, debounce: pause)
      try save(desk)
      if ContinuousClock.now - begin < pause { return desk }
    }
  }

  @Test("reports two saves in one burst once")
  func burst() async throws {
    let desk = try saved {
      try $0.folder.save("return 2", to: "features/cart.lua")
      try $0.folder.save("return 3", to: "features/cart.lua")
    }
    await desk.expectCart()
    try await desk.expectNothingBeforeLast()
  }

  @Test("reports two files of one burst together")
  func together() async throws {
    let desk = try saved {
      try $0.folder.save("return 2", to: "features/cart.lua")
      try $0.folder.save("return 2", to: "last.lua")
    }
    let report = await desk.next()
    #expect(report == [desk.cart, desk.last])
  }

  @Test("does not report a content twice when the load of it failed, and sees the way back")
  func failedLoad() async throws {
    let desk = try await Desk(.auto).armed()
    try desk.folder.save("return (", to: "features/cart.lua")
    await desk.expectCart()
    desk.watch(last: "return 'armed'")
    try await desk.expectNothingBeforeLast()
    try desk.folder.save("return 1", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("follows a changed set: new files are seen, dropped ones are not")
  func changedSet() async throws {
    let desk = try await Desk(.auto).armed()
    let cart = desk.cart
    let new = try desk.folder.save("return 1", to: "new.lua")
    desk.watcher.watch(
      files: [new: ContentHash.of("return 1".utf8), desk.last: ContentHash.of("return 'armed'".utf8)])
    try desk.folder.save("return 2", to: "new.lua")
    var report = await desk.next()
    #expect(report == [new])
    try desk.folder.save("return 2", to: "features/cart.lua")
    try desk.folder.save("return 2", to: "last.lua")
    report = await desk.next()
    #expect(report?.contains(cart) == false)
  }

  @Test("a file that does not exist yet is seen when it is created, with its folder")
  func missingFile() async throws {
    let desk = try await Desk(.auto).armed()
    let file = desk.folder("a/b/c.lua")
    desk.watcher.watch(files: [file: 0, desk.last: ContentHash.of("return 'armed'".utf8)])
    try await desk.expectNothingBeforeLast()
    try desk.folder.run("mkdir", "-p", "a/b")
    try desk.folder.save("return 1", to: "a/b/c.lua")
    let report = await desk.next()
    #expect(report == [file])
  }

  @Test("a named pipe or a folder in a file's place does no harm")
  func noRegularFile() async throws {
    let desk = try await Desk(.auto).armed()
    try desk.folder.run("rm", "features/cart.lua")
    try desk.folder.run("mkfifo", "features/cart.lua")
    try await desk.expectNothingBeforeLast()
    try desk.folder.run("rm", "features/cart.lua")
    try desk.folder.run("mkdir", "features/cart.lua")
    try desk.folder.run("rmdir", "features/cart.lua")
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("polls when the system has no events left, and says so once")
  func fallBackAtStart() async throws {
    let desk = try Desk { notice, change in
      FileWatcher(
        events: { () throws(WatchFailure) in
          throw WatchFailure("the limit of inotify instances is reached", remedy: "raise it: sysctl x=1")
        }, emptiedPause: Desk.held, onNotice: notice, onChange: change)
    }
    let notice = await desk.notices.first { _ in true }
    #expect(
      notice == """
        watching files: the limit of inotify instances is reached
          Files are looked at every 100 ms instead.
          To fix this, raise it: sysctl x=1
        """)
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
  }

  /// Events that can be had at first and are refused for the first set.
  private final class RefusedEvents: FileEvents {
    let descriptor: Int32 = -1
    let interval: Duration? = nil
    func watch(_ files: some Collection<String>) throws(WatchFailure) {
      throw WatchFailure("the limit of inotify watches is reached", remedy: "raise it")
    }
    func touched() throws(WatchFailure) -> Set<String> { [] }
  }

  @Test("polls when a folder can no longer be watched")
  func fallBackLater() async throws {
    let desk = try Desk { notice, change in
      FileWatcher(
        events: { () throws(WatchFailure) in RefusedEvents() }, emptiedPause: Desk.held, onNotice: notice,
        onChange: change)
    }
    let notice = await desk.notices.first { _ in true }
    #expect(notice?.hasPrefix("watching files: the limit of inotify watches is reached\n") == true)
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("the thread and what it holds are gone after stop, and when the watcher is let go of")
  func ends() async throws {
    final class Token: Sendable {
      let onEnd: @Sendable () -> Void
      init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    func watcher() -> FileWatcher {
      let token = Token { end.yield() }
      return FileWatcher(mode: .auto) { _ in withExtendedLifetime(token) {} }
    }
    let stopped = watcher()
    stopped.stop()
    stopped.stop()
    await ends.first { _ in true }
    stopped.watch(files: ["/nowhere": 0])
    _ = watcher()
    await ends.first { _ in true }
  }

  @Test("watches nothing when it is off")
  func off() async throws {
    let desk = try Desk(.off)
    try desk.folder.save("return 2", to: "features/cart.lua")
    desk.watcher.stop()
    #expect(WatchMode(rawValue: "off") == .off)
  }
}
