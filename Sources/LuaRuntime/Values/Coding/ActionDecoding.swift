/// A decoder of actions, or of the fields of one, that keeps its containers for the next action. An action must not keep its decoder,
/// which has the data of the next one then.
final class ActionDecoding: DecodingPlace, ReusableCoder {
  static let pool = CoderPool<ActionDecoding>()

  private let containers = KeptContainers()
  private var fields: ActionDecoding?

  convenience init() { self.init(.plain(.none)) }

  func decode<A: Decodable>(_ type: A.Type, name: String, fields: PackedRecord) throws(ValueCodingError) -> A {
    source = .action(name, fields)
    do { return try decode(container: type) } catch { throw self.error(from: error).inside }
  }

  override func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard source.isAction else { return try super.container(keyedBy: type) }
    return containers.container(for: type) { KeyedDecodingContainer(KeyedDecoding(place: self, cases: CaseKeys())) }
  }

  override func place(at name: String) -> DecodingPlace {
    guard case .action(name, let packed) = source else { return super.place(at: name) }
    let place = fields ?? ActionDecoding(.fields(packed), in: self)
    place.source = .fields(packed)
    place.step = .field(name)
    fields = place
    return place
  }

  func reset() {
    source = .plain(.none)
    forgetUnknown()
    fields?.reset()
  }

  func dropContainers() {
    containers.drop()
    fields?.dropContainers()
    fields = nil
  }
}
