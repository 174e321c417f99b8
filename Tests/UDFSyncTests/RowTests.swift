import Testing
import UDF
import UDFSync

@Suite("Rows") struct RowTests {
  @Test("of two states of a row, the larger version is the later one; without a version a state is never older")
  func versions() {
    let change = RowChange.delete(RowKey("a"), version: 7)
    #expect(change.isLater(than: 6))
    #expect(!change.isLater(than: 7))
    #expect(change.isLater(than: 0))
    #expect(RowChange.put(SyncRow(RowKey("a"), body: Array("{}".utf8))).isLater(than: 7))
  }
}
