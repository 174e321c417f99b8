import UDF

/// A small list with a journal, as `EntityTable` is for a large collection.
struct Ledger: Journaled, Equatable {
  enum Edit: Equatable {
    case set(index: Int, old: Int, new: Int)
    case append(Int)
  }

  struct MissingLine: Error {}

  private(set) var lines: [Int] = []
  private var noted: [Edit]?

  mutating func append(_ line: Int) { perform(.append(line)) }

  mutating func set(_ index: Int, _ line: Int) throws {
    guard lines.indices.contains(index) else { throw MissingLine() }
    perform(.set(index: index, old: lines[index], new: line))
  }

  private mutating func perform(_ edit: Edit) {
    redo(edit)
    noted?.append(edit)
  }

  mutating func beginEdits() { noted = [] }

  mutating func endEdits(_ body: (consuming Edit) -> Void) {
    noted?.forEach(body)
    noted = nil
  }

  mutating func undo(_ edit: Edit) {
    switch edit {
    case .set(let index, let old, _): lines[index] = old
    case .append: lines.removeLast()
    }
  }

  mutating func redo(_ edit: Edit) {
    switch edit {
    case .set(let index, _, let new): lines[index] = new
    case .append(let line): lines.append(line)
    }
  }
}
