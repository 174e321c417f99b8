/// The version of the sync protocol that an answer is written in.
enum ProtocolVersion: Equatable {
  /// Reports the mutations of this client.
  case one(client: String)
  case two
}
