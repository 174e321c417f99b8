import Testing
import UDF

@testable import UDFSync

@Suite("Faults: pages") struct PageFaultTests {
  private func give(_ pages: ClosedRange<Int>, _ changes: RowChange?, to rig: inout MachineRig) {
    for number in pages {
      let page = PullPage(next: "T\(number)", hasMore: true, changes: changes.map { [$0] } ?? [])
      rig.send(.pulled(rig.number, .success(.page(page))))
      rig.commit()
    }
  }

  @Test("a server that always has more pages and never a change is asked later, with growing pauses")
  func endless() {
    var rig = MachineRig()
    rig.enter(.pulling)
    give(1...100, nil, to: &rig)
    #expect(rig.machine.phase == .pulling)
    give(101...101, nil, to: &rig)
    #expect(rig.machine.phase == .waiting)
    #expect(
      rig.machine.problem == "articles: the server sends page after page without a change; the request is repeated")
    #expect(rig.machine.contents?.token == "T100")
    #expect(rig.machine.attempts == 1)
    rig.send(.pull(9, force: true))
    give(101...201, nil, to: &rig)
    #expect(rig.machine.phase == .waiting)
    #expect(rig.machine.attempts == 2)
  }

  @Test("a server that repeats one page is asked later too, with growing pauses")
  func repeated() {
    var rig = MachineRig()
    rig.enter(.pulling)
    give(1...101, .put("a", "a", version: 1), to: &rig)
    #expect(rig.machine.phase == .pulling)
    give(102...102, .put("a", "a", version: 1), to: &rig)
    #expect(rig.machine.phase == .waiting)
    #expect(rig.machine.attempts == 1)
    rig.send(.pull(9, force: true))
    give(102...202, .put("a", "a", version: 1), to: &rig)
    #expect(rig.machine.phase == .waiting)
    #expect(rig.machine.attempts == 2)
  }

  @Test("pages without a change are accepted as long as some have changes")
  func sparse() {
    var rig = MachineRig()
    rig.enter(.pulling)
    for round in 0..<5 {
      give(round * 100 + 1...round * 100 + 99, nil, to: &rig)
      give(round * 100 + 100...round * 100 + 100, .put("a", "a", version: Int64(round + 1)), to: &rig)
    }
    #expect(rig.machine.phase == .pulling)
    #expect(rig.machine.contents?.token == "T500")
  }

  @Test("a list without tokens is requested with its etag, and stays if it has not changed")
  func unchangedList() async throws {
    let bench = Bench()
    func list(_ title: String, _ etag: String) -> TestRemote.Plan {
      .reply(.page(PullPage(next: nil, changes: [.put("a", title, version: 0)], etag: etag)))
    }
    bench.remote.plan(list("one", "E1"), .reply(.notModified(age: 0)), list("two", "E2"))
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(await bench.engine.pull(force: true) == .unchanged)
    #expect(try await bench.shown() == ["a": "one"])
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(try await bench.shown() == ["a": "two"])
    #expect(bench.remote.pulls.map(\.etag) == [nil, "E1", "E1"])
    #expect(bench.remote.pulls.map(\.token) == [nil, nil, nil])
  }
}
