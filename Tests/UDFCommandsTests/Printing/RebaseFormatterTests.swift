import Testing
import UDFHost

@testable import UDFCommands

@Suite("Printing of an undo and a redo")
struct RebaseFormatterTests {
  private func report(of command: RebaseCommand = .undo, _ change: (inout RebaseReport) -> Void) -> [String] {
    var report = RebaseReport()
    change(&report)
    return RebaseFormatter().lines(report, of: command)
  }

  private let load = ActionRecord(
    n: 1, type: "a/load", fields: [:], origin: .prompt, status: .committed, changes: [], duration: 0)

  @Test("entries of other hosts are named with their places in the log, and refused actions without the reason")
  func log() {
    var take = load
    (take.origin, take.shared) = (.log, SharedOrigin(host: "ann", position: 6))
    let lines = report(of: .confirm) {
      $0.restored = [take]
      $0.refusals = [.init(n: 2, type: "a/take", error: HostError(usage: "ann has it"))]
    }
    #expect(
      lines == [
        "[log ann] #1 a/load                                        0 changes, ann log:6",
        "   #2 a/take is refused now",
      ])
  }

  @Test("an action of another host that came before own ones has its own JSON line, and its host and position")
  func json() {
    var take = load
    (take.origin, take.shared) = (.log, SharedOrigin(host: "ann", position: 6))
    var report = RebaseReport()
    report.restored = [take, load]
    #expect(
      JSONLines.rebase(.confirm, report) == [
        #"{"kind":"action","n":1,"type":"a/load","fields":{},"origin":"log","status":"committed","host":"ann","position":6}"#,
        #"{"kind":"confirm","restored":[1,1]}"#,
      ])
    #expect(JSONLines.rebase(.redo, report) == [#"{"kind":"redo","restored":[1,1]}"#])
  }

  @Test("an effect of the undone action that still ran is named, and a redo says that it does not run again")
  func stopped() {
    let loss = LostEffect(n: 1, effect: "effect of a/load", manner: .cancelled, by: 1)
    let undone = report {
      $0.removed = [load]
      $0.lostEffects = [loss]
    }
    #expect(undone.last == "   effect of a/load (#1) was cancelled")
    let restored = report {
      $0.restored = [load]
      $0.lostEffects = [loss]
    }
    #expect(restored.last == "   effect of a/load (#1) was cancelled by the undo, and does not run again")
  }

  @Test("a return to a past point says how the removed actions come back")
  func resumed() {
    #expect(report(of: .resume) { $0.removed = [load] }.last == "   :redo restores it")
    #expect(report(of: .resume) { $0.removed = [load, load] }.last == "   :redo restores them")
    #expect(report(of: .resume) { _ in }.isEmpty)
    #expect(report { $0.removed = [load] }.count == 1)
  }

  @Test("an effect of a kept action that does not run is named with the action that cancelled it")
  func lost() {
    let lines = report {
      $0.removed = [load]
      $0.lostEffects = [
        LostEffect(n: 2, effect: "effect of a/load", manner: .cancelled, by: 1),
        LostEffect(n: 3, effect: "effect of a/load", manner: .absorbed, by: 1),
      ]
    }
    #expect(
      lines.suffix(2) == [
        "   effect of a/load (#2) was cancelled by #1, and does not run",
        "   effect of a/load (#3) did not begin because of #1, and does not run",
      ])
  }
}
