import Testing
import UDF

@testable import UDFSync

@Suite("Part of the rows, in order") struct FilterMachineTests {
  @Test("a page of staged rows that waits while the parameters change and change back is not written over other rows")
  func staged() {
    var rig = MachineRig()
    rig.enter(.pulling)
    rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "old", version: 1), next: "T1"))))
    rig.commit()
    // The token has expired, so the first page of all rows is staged.
    rig.send(.pull(3, force: true))
    rig.send(.pulled(rig.number, .failure(RemoteFailure(.expired, "feed: expired"))))
    rig.send(.pulled(rig.number, .success(ModelServer.page(.put("b", "b", version: 2), next: "T2", hasMore: true))))
    rig.commit()
    // While a change of the app is written, the parameters change and change back, and the second page arrives.
    rig.mutate()
    let writing = rig.commands
    rig.send(.change(.filter(["n": 1], of: ""), 8))
    rig.send(.change(.filter(.all, of: ""), 9))
    rig.send(.pulled(rig.number, .success(ModelServer.page(.put("c", "c", version: 3), next: "T3", hasMore: true))))
    rig.commands = writing
    for _ in 0..<3 { rig.commit() }
    #expect(rig.commands.compactMap(\.word) == ["answer", "push"])
    #expect(rig.table.contents.token == "T1")
    #expect(rig.table.allRows.compactMap { $0.body == nil ? nil : $0.key } == [RowKey("a")])
  }

  @Test("a caller that has changed the parameters, and reads the status on another thread, sees the pull that follows")
  func published() {
    var rig = MachineRig()
    rig.enter(.pulling)
    rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1"))))
    rig.commit()
    rig.send(.change(.filter(["n": 1], of: ""), 8))
    rig.commit()
    guard case .publish(let status) = rig.commands.first else {
      Issue.record("the first command is not the status: \(rig.commands)")
      return
    }
    #expect(status.phase == .pulling)
    #expect(rig.commands.compactMap(\.word) == ["answer", "pull"])
  }
}
