import LuaRuntime
import UDF

/// A feature in Swift whose state counts towards the host's memory limit.
protocol WeighedFeature: NativeFeature {
  /// Returns the estimated size of a state in bytes. Called again after actions of an eighth of that size.
  func weight(of state: State) -> Int
}

extension EntityTable where Row == PackedRecord {
  /// The estimated size of the rows in bytes, including their places in the order and in indexes.
  var weight: Int { rows.reduce(0) { $0 + $1.bytes.count + 160 } }
}
