import Testing
import UDFHost

@testable import UDFCommands

@Suite("Printing of the shared log")
struct SharedFormatterTests {
  private let info = SharedInfo(
    log: "board.log", host: "till-1", phase: .live, isReadOnly: false, position: 1234, head: 1234, contact: 0.4,
    pending: 0,
    hosts: [SharedInfo.Host(name: "screen-12", position: 1234), SharedInfo.Host(name: "till-2", position: 7)])

  @Test("a host that has all entries is printed with its position, the age of the last answer, and the other hosts")
  func live() {
    #expect(
      SharedFormatter().text(info) == """
        board.log  live · position 1,234 of 1,234 · last answer 0 s ago
          this host  till-1
          screen-12  last entry 1,234
          till-2     last entry 7
        """)
  }

  @Test("a host that waits is printed with its lag, its own actions and the reason")
  func behind() {
    var info = info
    (info.phase, info.position, info.contact, info.pending, info.hosts) = (.disconnected, 1200, 190, 2, [])
    info.problem = "board.log: is used by another process; close it and try again"
    #expect(
      SharedFormatter().text(info) == """
        board.log  disconnected · position 1,200 of 1,234, 34 behind · last answer 3 min ago · 2 own actions not confirmed
          board.log: is used by another process; close it and try again
          this host  till-1
        """)
    (info.contact, info.isReadOnly, info.pending, info.problem) = (nil, true, 0, nil)
    #expect(
      SharedFormatter().text(info) == """
        board.log  disconnected · position 1,200 of 1,234, 34 behind · no answer yet · read only
          this host  till-1
        """)
  }

  @Test("the JSON of :log has the head, the lag and the seconds since the last answer")
  func described() {
    var info = info
    (info.phase, info.position, info.problem) = (.behind, 1230, "slow")
    info.hosts.removeLast()
    let described: Record = [
      "log": "board.log", "host": "till-1", "phase": "behind", "position": 1230, "head": 1234, "behind": 4,
      "contact": 0.4,
      "pending": 0, "readOnly": false, "problem": "slow", "hosts": [["name": "screen-12", "position": 1234]],
    ]
    #expect(Value.map(info.described) == .map(described))
    info.contact = nil
    #expect(info.described["contact"] == .none)
  }
}
