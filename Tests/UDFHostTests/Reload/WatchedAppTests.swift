import FileWatching
import HostTesting
import SeededTesting
import Testing
import UDFHost

@Suite("a watched app", .timeLimit(.minutes(60)))
struct WatchedAppTests {
  @Test(
    "reloads when its files are saved, in place or by rename, and after a save with an error",
    arguments: [WatchMode.auto, .poll])
  func saves(_ mode: WatchMode) async throws {
    let app = try TestHost(["counter": Source.counter]) { $0.watch = mode }
    let wakes = app.wakes()
    #expect(app.host.watchedFiles.map { $0.split(separator: "/").last ?? "" } == ["app.lua", "counter.lua"])
    try app.run("counter.inc{ by = 4 }")

    try app.save(Source.counter.replacing("by or 1", with: "by or 10"), to: "counter")
    #expect(await app.nextReload(wakes)?.ok == true)
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 14)

    try app.folder.run("sed", "-i", "s/by or 10)/by or 100/", "counter.lua")
    let broken = await app.nextReload(wakes)
    #expect(broken?.error?.message.hasPrefix("counter.lua:8:") == true)
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 24)

    try app.folder.run("sed", "-i", "s/by or 100/by or 100)/", "counter.lua")
    #expect(await app.nextReload(wakes)?.generation == 3)
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 124)
  }

  @Test("reloads once for each of many saves, good or not, in place or by rename, and runs each good one")
  func manySaves() async throws {
    var generator = SeededGenerator(seed: Seed.current)
    let app = try TestHost(["counter": Source.counter, "cart": Source.cart]) { $0.watch = .auto }
    let wakes = app.wakes()
    var (step, count) = (1, 0)
    for save in 2...25 {
      let isGood = Int.random(in: 0..<3, using: &generator) > 0
      let source = Source.counter.replacing("by or 1", with: "by or \(save)") + (isGood ? "" : "\n)")
      let isRenamed = Bool.random(using: &generator)
      try app.save(source, to: isRenamed ? "saved" : "counter")
      if isRenamed { try app.folder.run("mv", "saved.lua", "counter.lua") }
      let report = await app.nextReload(wakes)
      #expect(report?.ok == isGood, "\(Seed.replay)")
      #expect(report?.error?.line == (isGood ? nil : 13), "\(Seed.replay)")
      if isGood { step = save }
      try app.run("counter.inc()")
      count += step
      #expect(try app.state("counter.count") == .integer(Int64(count)), "\(Seed.replay)")
    }
    #expect(app.reloads.count == 24)
  }

  @Test("watches a file that a failed save requires for the first time, also if the file does not exist yet")
  func newFiles() async throws {
    let app = try TestHost(["counter": Source.counter]) { $0.watch = .auto }
    let wakes = app.wakes()
    try app.save("local step = require 'step'\n" + Source.counter, to: "counter")
    #expect(
      await app.nextReload(wakes)?.error?.message
        == "counter.lua:1: require \"step\": there is no file step.lua")
    try app.save("return 1 +", to: "step")
    #expect(await app.nextReload(wakes)?.error?.file == "step.lua")
    try app.save("return 1", to: "step")
    #expect(await app.nextReload(wakes)?.ok == true)
    #expect(app.host.files == ["app.lua", "counter.lua", "step.lua"])
  }

  @Test("notices a deleted file at the next save of another file, and loads both when it is back")
  func deleted() async throws {
    let app = try TestHost(["counter": Source.counter, "cart": Source.cart]) { $0.watch = .auto }
    let wakes = app.wakes()
    try app.folder.run("rm", "counter.lua")
    try app.save(Source.cart.replacing("qty or 1", with: "qty or 2"), to: "cart")
    let missed = await app.nextReload(wakes)
    #expect(missed?.error?.message == "app.lua:2: require \"counter\": there is no file counter.lua")
    #expect(missed?.files == ["cart.lua", "counter.lua"])
    try app.run("counter.inc()")
    try app.run("cart.add()")
    #expect(try app.state("cart.total") == 1)

    try app.save(Source.counter.replacing("by or 1", with: "by or 10"), to: "counter")
    #expect(await app.nextReload(wakes)?.ok == true)
    try app.run("counter.inc()")
    try app.run("cart.add()")
    #expect(try app.state("counter.count") == 11)
    #expect(try app.state("cart.total") == 3)
  }

  @Test("is woken by an action of another thread")
  func woken() async throws {
    let app = try TestHost(["counter": Source.counter])
    var wakes = app.wakes().makeAsyncIterator()
    let handle = app.host.handle
    Task.detached { handle.send("counter/inc", ["by": 3]) }
    await wakes.next()
    app.host.poll()
    #expect(try app.state("counter.count") == 3)
  }
}
