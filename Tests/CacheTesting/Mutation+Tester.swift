import UDF
import UDFSync

extension Mutation {
  /// A mutation of the client `tester`, whose number is its id.
  public init(id: Int64, _ operation: Operation, _ key: RowKey, body: [UInt8]? = nil) {
    self.init(id: id, client: "tester", operation, key, body: body)
  }
}
