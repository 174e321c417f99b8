import LuaRuntime
import UDF
import UDFFields

// Lists the changes in ranges of the state's journal.
extension NativeSlice {
  func changes(_ range: Range<Int>) -> [Change] {
    var changes: [Change] = []
    for edit in core.state.edits(range) {
      let showing = readers.filter { $0.reported != nil && $0.shows(edit.keyPath) }
      guard let reader = showing.first else { continue }
      // The write covers more or less than one field, so the affected fields are compared as a whole.
      if showing.count > 1 || reader.reported != edit.keyPath { return differences(range) }
      do { changes += try reader.changes(edit.kind, at: path(of: reader)) } catch {
        problem("\(reader.name): \(error)")
      }
    }
    return changes
  }

  /// Returns the changes by a range of the journal, by comparing the states before and after.
  private func differences(_ range: Range<Int>) -> [Change] {
    var copy = core.state
    copy.travel(to: range.lowerBound)
    let before = copy.value
    copy.travel(to: range.upperBound)
    let after = copy.value
    return readers.filter { $0.reported != nil }.flatMap { reader -> [Change] in
      do { return Change.between(try reader.value(before), try reader.value(after), at: path(of: reader)) } catch {
        problem("\(reader.name): \(error)")
        return []
      }
    }
  }

  private func path(of reader: FieldReader<Feature.State>) -> Path { Path([.key(name), .key(reader.name)]) }
}
