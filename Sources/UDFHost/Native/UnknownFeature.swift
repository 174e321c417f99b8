import LuaRuntime
import UDF

/// In place of a feature that another program has registered, where an app is only listed.
struct UnknownFeature: NativeFeature {
  let name: String
  let initialState: Void = ()
  let actions: Record = [:]
  let fields: [StateField<Void>] = []

  func reduce(_ state: inout Recorded<Void>, _ action: Never) -> Effect<Never> {}
  func action(_ name: String, _ fields: PackedRecord) throws -> Never {
    throw NativeFailure("nobody answers \(name)")
  }
  func plain(_ action: Never) -> (name: String, fields: Record) {}
}
