import Testing
import UDFHost

@testable import UDFCommands

@Suite("Printing of the problem of a sync feature")
struct SyncReportFormatterTests {
  private let failed = SyncReport(feature: "articles", problem: "GET http://a/changes: 503", pending: 1, dead: 2)
  private let recovered = SyncReport(feature: "articles", problem: nil, pending: 0, dead: 0)

  @Test("is one line with the numbers of pending and refused mutations")
  func text() {
    let formatter = SyncReportFormatter()
    #expect(formatter.line(failed) == "sync articles: GET http://a/changes: 503; 1 edit waits; 2 were refused")
    #expect(formatter.line(recovered) == "sync articles: synchronized again")
    let several = SyncReport(feature: "articles", problem: nil, pending: 3, dead: 1)
    #expect(formatter.line(several) == "sync articles: synchronized again; 3 edits wait; 1 was refused")
  }

  @Test("names the action to send if the engine waits for the app")
  func halted() {
    var halted = failed
    halted.isHalted = true
    #expect(
      SyncReportFormatter().line(halted)
        == "sync articles: GET http://a/changes: 503; 1 edit waits; 2 were refused; to try again, send articles.pull{}")
  }

  @Test("is an object of the kind sync in JSON")
  func json() {
    #expect(
      JSONLines.sync(failed)
        == #"{"kind":"sync","feature":"articles","problem":"GET http://a/changes: 503","pending":1,"dead":2}"#)
    #expect(
      JSONLines.sync(recovered) == #"{"kind":"sync","feature":"articles","problem":null,"pending":0,"dead":0}"#)
  }
}
