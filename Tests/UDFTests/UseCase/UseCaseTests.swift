import Testing
import UDF
import UDFTesting

@MainActor @Suite("UseCase")
struct UseCaseTests {
  enum Upload: UseCaseOutput {
    case began
    case done(Int)
    case failed

    var role: UseCaseRole { if case .began = self { .start } else { .end } }
  }

  let misuses = Collector<Misuse>()
  let trace = Collector<String>()

  /// A store that runs the use case for `go`, keeps the outputs it was bound to, and cancels for `stop`.
  func store(_ upload: UseCase<Int, Upload>) -> Store<[String], String> {
    let store = Store<[String], String>(
      [],
      reducer: Reducer { log, action in
        switch action {
        case "go": return upload.bind(3) { "\($0)" }.cancellable(id: "upload")
        case "stop": return .cancel(id: "upload")
        default: log.append(action)
        }
        return .none
      }, onMisuse: { [misuses] in misuses($0) })
    store.onOutput = { [trace] in trace("\($0)") }
    return store
  }

  func run(_ upload: UseCase<Int, Upload>) async -> [String] {
    let store = store(upload)
    store.send("go")
    await store.settle()
    return store.state
  }

  @Test("it receives its input, and its outputs become actions in their order")
  func bound() async {
    let upload = UseCase<Int, Upload>("upload") { size, output in
      output(.began)
      output(.done(size))
    }
    #expect(await run(upload) == ["began", "done(3)"])
    #expect(trace.elements == ["upload: began", "upload: done(3)"])
    #expect(misuses.elements == [])
  }

  @Test("a start may be left out, and an output may be bound to nothing")
  func unbound() async {
    let upload = UseCase<Int, Upload>("upload") { _, output in output(.failed) }
    let store = Store<Int, Int>(0, reducer: Reducer { _, _ in upload.bind(3) { _ in nil } })
    store.onOutput = { [trace] in trace("\($0)") }
    store.send(1)
    await store.settle()
    #expect(trace.elements == ["upload: failed"])
    #expect(store.revision == 1)
  }

  @Test("a decorator can change, repeat and drop outputs; the original stays unchanged")
  func decorated() async {
    let upload = UseCase<Int, Upload>("upload") { size, output in
      output(.began)
      output(.done(size))
    }
    let doubled = upload.decorate { output, next in
      if case .done(let size) = output { next(.done(size * 2)) }
    }
    let doubledAgain = doubled.decorate { output, next in
      next(.began)
      if case .done(let size) = output { next(.done(size * 2)) }
    }
    #expect(await run(doubled) == ["done(6)"])
    #expect(await run(doubledAgain) == ["began", "done(12)"])
    #expect(await run(upload) == ["began", "done(3)"])
    #expect(misuses.elements == [])
  }

  @Test("a second start is dropped and reported with the place of the use case")
  func secondStart() async {
    let line: UInt = #line + 1
    let upload = UseCase<Int, Upload>("upload") { size, output in
      output(.began)
      output(.began)
      output(.done(size))
    }
    #expect(await run(upload) == ["began", "done(3)"])
    #expect(trace.elements == ["upload: began", "upload: done(3)"])
    #expect(misuses.elements.map(\.kind) == [.useCaseOutput])
    #expect(
      misuses.elements.map(\.description) == [
        """
        UDFTests/UseCaseTests.swift:\(line): use case upload: reported Upload.began after Upload.began had started the run
          The output was dropped.
          To fix this, let it give at most one start, before all else, and then exactly one output that ends it
        """
      ])
  }

  @Test("an output after the final one is dropped and reported", arguments: [Upload.failed, .began])
  func afterTheEnd(_ late: Upload) async {
    let upload = UseCase<Int, Upload>("upload") { size, output in
      output(.done(size))
      output(late)
    }
    #expect(await run(upload) == ["done(3)"])
    #expect(
      misuses.elements.map(\.message) == [
        """
        use case upload: reported Upload.\(late) after Upload.done had ended the run
          The output was dropped.
          To fix this, let it give at most one start, before all else, and then exactly one output that ends it
        """
      ])
  }

  @Test("a use case that returns without a final output is reported", arguments: [true, false])
  func noEnd(_ begins: Bool) async {
    let upload = UseCase<Int, Upload>("upload") { _, output in if begins { output(.began) } }
    #expect(await run(upload) == (begins ? ["began"] : []))
    #expect(
      misuses.elements.map(\.message) == [
        """
        use case upload: returned without an output that ends it
          Its end is unknown.
          To fix this, let it give at most one start, before all else, and then exactly one output that ends it
        """
      ])
  }

  @Test(
    "a cancelled use case needs no final output, and its late outputs are neither reduced nor traced nor reported")
  func cancelled() async {
    let clock = TestClock()
    let upload = UseCase<Int, Upload>("upload") { _, output in
      output(.began)
      try? await clock.sleep(for: .seconds(1))
      output(.began)
      output(.failed)
      output(.failed)
    }
    let store = store(upload)
    store.send("go")
    await clock.asleep(1)
    store.poll()
    store.send("stop")
    await store.settle()
    // It is over only when a second run, started later, is.
    store.send("go")
    await clock.asleep(1)
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == ["began", "began", "failed"])
    #expect(trace.elements == ["upload: began", "upload: began", "upload: failed"])
    #expect(misuses.elements.count == 2)
  }

  @Test("the app's store traces the outputs of a nested feature, and reports its misuses")
  func lifted() async {
    struct App: Equatable { var feature = 0 }
    let upload = UseCase<Int, Upload>("upload") { _, output in output(.began) }
    let feature = Reducer<Int, Int> { _, action in action == 1 ? upload.bind(3) { _ in 2 } : .none }
    let store = Store(
      App(),
      reducer: feature.lifted(
        state: \App.feature, action: Prism<String, Int>(extract: { Int($0) }, embed: { "\($0)" })),
      onMisuse: { [misuses] in misuses($0) })
    store.onOutput = { [trace] in trace("\($0)") }
    store.send("1")
    await store.settle()
    #expect(trace.elements == ["upload: began"])
    #expect(misuses.elements.map(\.kind) == [.useCaseOutput])
    #expect(store.revision == 2)
  }

  @Test("the first of many threads ends it; the others are reported")
  func manyThreads() async {
    let upload = UseCase<Int, Upload>("upload") { _, output in
      output(.began)
      await withTaskGroup(of: Void.self) { group in
        for size in 0..<100 { group.addTask { output(.done(size)) } }
      }
    }
    let log = await run(upload)
    #expect(log.count == 2)
    #expect(log.first == "began")
    #expect(misuses.elements.count == 99)
  }
}
