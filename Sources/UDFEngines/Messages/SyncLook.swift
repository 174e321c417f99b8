import UDFSync

/// The lookup of ready rows for one feature, where features of an address look up together.
package struct SyncLook: Sendable {
  /// The feature's name.
  package let feature: String
  package let collection: String
  package let place: DeliveryPlace
  /// The number of the feature's lookup; only the result of the last lookup is used.
  package let number: Int

  package init(feature: String, collection: String, place: DeliveryPlace, number: Int) {
    (self.feature, self.collection, self.place, self.number) = (feature, collection, place, number)
  }
}
