import LuaRuntime
import UDF
import UDFFields

/// Replaces a feature that another program provides, where an app is only listed.
package struct UnknownFeature: NativeFeature {
  package let name: String
  package let initialState: Void = ()
  package let actions: Record = [:]
  package let fields: [StateField<Void>] = []

  package func reduce(_ state: inout Recorded<Void>, _ action: Never) -> Effect<Never> {}
  package func action(_ name: String, _ fields: PackedRecord) throws -> Never {
    throw NativeFailure("there is no action \(name)")
  }
  package func plain(_ action: Never) -> (name: String, fields: Record) {}
}
