import Testing
import UDF
import UDFSync

@Suite("Rows") struct RowTests {
  @Test("of two states of a row the one with the larger version is later, and what has none is never older")
  func versions() {
    let change = RowChange.delete(EntityKey("a"), version: 7)
    #expect(change.isLater(than: 6))
    #expect(!change.isLater(than: 7))
    #expect(change.isLater(than: 0))
    #expect(RowChange.put(SyncRow(EntityKey("a"), body: Array("{}".utf8))).isLater(than: 7))
  }
}
