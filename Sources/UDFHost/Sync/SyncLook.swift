import UDFSync

/// The lookup of ready rows for one feature, where features of an address look up together.
struct SyncLook: Sendable {
  /// The feature's name.
  let feature: String
  let collection: String
  let place: DeliveryPlace
  /// The number of the feature's lookup; only the result of the last lookup is used.
  let number: Int
}
