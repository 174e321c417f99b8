import LuaRuntime
import UDF

/// A field that counts the rows of another one.
final class CountReader<State>: FieldReader<State> {
  private let counted: String

  init(_ name: String, _ base: UInt64, of counted: String) {
    self.counted = counted
    super.init(name, base)
  }

  override func value(_ state: State) throws -> Value {
    .integer(Int64(try siblings.first { $0.name == counted }?.count(state) ?? 0))
  }

  override func forget(_ edit: RecordedEdit<State>, of state: State, seen: LuaNativeSlice) {
    seen.stale(0, key: name)
  }
}
