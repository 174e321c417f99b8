import Testing
import UDFHost

@testable import UDFConsole

@Suite("the problem of a sync feature, printed")
struct SyncReportFormatterTests {
  private let failed = SyncReport(feature: "articles", problem: "GET http://a/changes: 503", pending: 1, dead: 2)
  private let recovered = SyncReport(feature: "articles", problem: nil, pending: 0, dead: 0)

  @Test("is one line with what waits and what was refused")
  func text() {
    let formatter = SyncReportFormatter()
    #expect(formatter.line(failed) == "sync articles: GET http://a/changes: 503; 1 edit waits; 2 were refused")
    #expect(formatter.line(recovered) == "sync articles: in step again")
    let several = SyncReport(feature: "articles", problem: nil, pending: 3, dead: 1)
    #expect(formatter.line(several) == "sync articles: in step again; 3 edits wait; 1 was refused")
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
