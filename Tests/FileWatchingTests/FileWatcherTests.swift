import FolderTesting
import Platform
import Testing

@testable import FileWatching

@Suite("a file watcher", .timeLimit(.minutes(60)))
struct FileWatcherTests {
  /// The modes in which every way of saving must be detected.
  static let modes: [WatchMode] = [.auto, .poll]

  /// Two watched files: `cart.lua`, which a test saves, and `last.lua`, whose report proves that no other report came before.
  private struct Desk {
    let folder: TemporaryFolder
    let watcher: FileWatcher
    let reports: AsyncStream<Set<String>>
    let notices: AsyncStream<String>
    /// Longer than any delay of the machine between truncating a file and writing it.
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

    /// Watches both files with the given loaded contents, like the loader.
    func watch(cart: String = "return 1", last: String = "return 1") {
      watcher.watch(files: [self.cart: ContentHash.of(cart.utf8), self.last: ContentHash.of(last.utf8)])
    }

    /// Waits until the watches are set, so that the next change is detected by an event, not by the first comparison.
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

  @Test("detects a plain write", arguments: modes)
  func plainWrite(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
    try desk.folder.save("return 3", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("detects repeated sed -i", arguments: modes)
  func sed(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    for number in 2...4 {
      try desk.folder.run("sed", "-i", "s/return .*/return \(number)/", "features/cart.lua")
      await desk.expectCart()
    }
  }

  @Test("detects a file renamed over the watched one", arguments: modes)
  func renameOver(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.save("return 2", to: "features/.cart.lua.tmp")
    #expect(rename(desk.folder("features/.cart.lua.tmp"), desk.cart) == 0)
    await desk.expectCart()
  }

  @Test("detects a file that is deleted and created again", arguments: modes)
  func deleteAndCreate(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    #expect(unlink(desk.cart) == 0)
    try await desk.expectNothingBeforeLast()
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("detects a hard link that replaces the file", arguments: modes)
  func hardLink(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.save("return 2", to: "other.lua")
    try desk.folder.run("ln", "-f", "other.lua", "features/cart.lua")
    await desk.expectCart()
  }

  @Test("detects a symbolic link that replaces the file, and saves of the link's target", arguments: modes)
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

  @Test("detects a replaced symbolic link in the path of the file's folder", arguments: modes)
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

  @Test("detects that the file's folder is replaced, and that it is deleted and created again", arguments: modes)
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

  @Test("detects both files of a folder that is replaced")
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

  @Test("does not report a touch, a save of the same content, or a save of another file", arguments: modes)
  func noChange(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.run("touch", "features/cart.lua")
    try desk.folder.save("return 1", to: "features/cart.lua")
    try desk.folder.save("return 2", to: "features/.cart.lua.swp")
    try desk.folder.save("return 2", to: "features/other.lua")
    try await desk.expectNothingBeforeLast()
  }

  @Test("does not report a file while it is being saved")
  func unfinishedSave() async throws {
    let desk = try await Desk(.auto).armed()
    let descriptor = open(desk.cart, O_WRONLY | O_TRUNC | O_CLOEXEC)
    try await desk.expectNothingBeforeLast()
    let bytes = Array("return 2".utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    await desk.expectCart()
  }

  @Test("does not report a file that a save has only truncated so far", arguments: modes)
  func emptied(mode: WatchMode) async throws {
    let desk = try await Desk(mode).armed()
    try desk.folder.save("", to: "features/cart.lua")
    try await desk.expectNothingBeforeLast()
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("reports a file that stays empty", arguments: modes)
  func emptiedForGood(mode: WatchMode) async throws {
    let desk = try await Desk(mode, emptiedPause: .milliseconds(1)).armed()
    try desk.folder.save("", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("reports a deleted file once if it stays missing, and its return", arguments: modes)
  func deletedForGood(mode: WatchMode) async throws {
    let desk = try await Desk(mode, emptiedPause: .milliseconds(1)).armed()
    #expect(unlink(desk.cart) == 0)
    await desk.expectCart()
    try await desk.expectNothingBeforeLast()
    try desk.folder.save("return 1", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("detects a save between load and watch", arguments: modes)
  func saveBeforeWatch(mode: WatchMode) async throws {
    let desk = try Desk(mode)
    desk.watch(cart: "return 0")
    await desk.expectCart()
  }

  /// Makes a desk and runs saves within one debounce time. Repeats this if the machine was too slow.
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

  @Test("does not report the same content twice if its load failed, and reports the return to the old content")
  func failedLoad() async throws {
    let desk = try await Desk(.auto).armed()
    try desk.folder.save("return (", to: "features/cart.lua")
    await desk.expectCart()
    desk.watch(last: "return 'armed'")
    try await desk.expectNothingBeforeLast()
    try desk.folder.save("return 1", to: "features/cart.lua")
    await desk.expectCart()
  }

  @Test("after a change of the watched set, detects saves of added files but not of removed ones")
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

  @Test("detects a file that is created later, together with its folder")
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

  @Test("ignores a named pipe or a folder with the name of the file")
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

  @Test("polls and reports it once if the system has no event source left")
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
          Files are checked every 100 ms instead.
          To fix this, raise it: sysctl x=1
        """)
    try desk.folder.save("return 2", to: "features/cart.lua")
    await desk.expectCart()
  }

  /// An event source that can be made, but fails when it watches files.
  private final class RefusedEvents: FileEvents {
    let descriptor: Int32 = -1
    let interval: Duration? = nil
    func watch(_ files: some Collection<String>) throws(WatchFailure) {
      throw WatchFailure("the limit of inotify watches is reached", remedy: "raise it")
    }
    func touched() throws(WatchFailure) -> Set<String> { [] }
  }

  @Test("polls if a folder can no longer be watched")
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

  @Test("the thread ends and releases its objects after stop, and when the watcher is released")
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

  @Test("watches nothing in the mode off")
  func off() async throws {
    let desk = try Desk(.off)
    try desk.folder.save("return 2", to: "features/cart.lua")
    desk.watcher.stop()
    #expect(WatchMode(rawValue: "off") == .off)
  }
}
