import UDF

@testable import UDFSync

// Descriptions of mutations of one row, for tests.
extension Mutation {
  var operation: Operation { parts.head.operation }
  var key: RowKey { parts.head.key }
  var body: [UInt8]? { parts.head.body }
}

extension PendingMutation {
  var operation: Mutation.Operation { parts.head.operation }
  var key: RowKey { parts.head.key }
}

extension LocalChange {
  static func mutate(_ operation: Mutation.Operation, _ key: RowKey, body: [UInt8]?) -> LocalChange {
    .mutate(OneOrMore(Mutation.Part(operation, key, body: body)))
  }
}
