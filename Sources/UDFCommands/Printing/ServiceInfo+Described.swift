import UDFHost
import UDFTooling

extension ServiceInfo {
  /// The service as plain data, for JSON.
  var described: Record {
    [
      "name": .string(name),
      "doc": .string(doc),
      "methods": .list(
        methods.map { ["name": .string($0.name), "signature": .string($0.signature), "doc": .string($0.doc)] }),
    ]
  }
}
