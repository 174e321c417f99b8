import LuaRuntime

/// A field with the number of rows of another field.
package final class CountReader<State>: FieldReader<State> {
  private let counted: String

  package init(_ name: String, _ base: UInt64, of counted: String) {
    self.counted = counted
    super.init(name, base)
  }

  private var field: FieldReader<State>? { siblings.first { $0.name == counted } }

  package override var isDerived: Bool { true }

  package override func value(_ state: State) throws -> Value { .integer(Int64(try field?.count(state) ?? 0)) }

  package override func shows(_ keyPath: AnyKeyPath) -> Bool { field?.shows(keyPath) ?? false }

  package override func forget(_ edit: Any?, seen: LuaNativeSlice) {
    seen.stale(0, key: name)
    isRead = false
  }
}
