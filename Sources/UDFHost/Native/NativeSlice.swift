import LuaRuntime
import UDF

/// A slice whose state is a Swift value: reduced by a ``NativeFeature``, journalled by `Recorded`, read by scripts through
/// the feature's fields.
final class NativeSlice<Feature: NativeFeature>: HostedSlice {
  let feature: Feature
  let home: FeatureDefinition.Home
  private let machine: LuaMachine
  /// What scripts see of it.
  private let seen: LuaNativeSlice
  /// Short names of the actions, by the number that routes know them by.
  private let actions: [String]
  private let readers: [FieldReader<Feature.State>]
  private let stale: StaleFields
  /// From each key path that was written, by identity, to the field that tells it.
  private var told: [ObjectIdentifier: FieldReader<Feature.State>?] = [:]
  private(set) var state: Recorded<Feature.State>
  /// Another number whenever the state may be another one.
  @exclusivity(unchecked) private(set) var revision = 0
  /// The state at ``beginTrial()``.
  private var untried: Recorded<Feature.State>?

  init(_ feature: Feature, home: FeatureDefinition.Home, number: Int32, machine: LuaMachine) throws(LuaError) {
    self.feature = feature
    self.home = home
    self.machine = machine
    seen = try LuaNativeSlice(name: feature.name, number: number, machine: machine)
    actions = feature.actions.map(\.key)
    readers = feature.fields.enumerated().map { index, field in field.makeReader(UInt64(index + 1) << NativeSlice.shift)
    }
    state = Recorded(feature.initialState)
    stale = StaleFields(readers, seen: seen, whole: \Feature.State.self)
    for reader in readers {
      reader.siblings = readers
      reader.state = { [unowned(unsafe) self] in state.value }
    }
  }

  /// Each field has 2^40 handles: its own container and those inside it.
  private static var shift: Int { 40 }

  var name: String { feature.name }

  // MARK: reducing

  func reduce(_ handler: Int32, _ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction> {
    var effect = Effect<Feature.Action>.none
    do {
      let action = try feature.action(actions[Int(handler)], PackedRecord(bytes: bytes ?? machine.action))
      let written = try state.transact({ effect = try feature.reduce(&$0, action) }, stale.note)
      revision &+= 1
      if !written.isEmpty { try seen.record(from: UInt64(written.lowerBound), to: UInt64(written.upperBound)) }
    } catch {
      if let error = error as? LuaError { throw error }
      throw LuaError(reason: .raised, message: "\(error)")
    }
    stale.drop()
    return hosted(effect)
  }

  private func hosted(_ effect: Effect<Feature.Action>) -> Effect<HostAction> {
    // Nearly always, and without what names an effect.
    if case .none = effect { return .none }
    let feature = feature
    return effect.map(key: EffectID(name)) { action in
      do {
        let (name, fields) = try feature.plain(action)
        return .named("\(feature.name)/\(name)", fields, id: -1, origin: .effect)
      } catch {
        // Nobody answers this, so it is reported with what went wrong.
        return .named("\(feature.name)/\(action): \(error)", [:], id: -1, origin: .effect)
      }
    }
  }

  // MARK: the journal

  func travel(from: Int, to: Int) {
    revision &+= 1
    state.travel(to: to)
    state.visit(min(from, to)..<max(from, to), stale.note)
    stale.drop()
  }

  /// What happens until ``endTrial()`` is taken back again, and what was undone before can still be done again.
  func beginTrial() { untried = state }

  func endTrial() {
    if let untried { state = untried }
    untried = nil
  }

  func forget(before position: Int) {
    // Not each time: it is asked for with nearly every action.
    if position - state.start >= 64 { state.forget(before: position) }
  }

  func truncate(at position: Int) { state.truncate(at: position) }

  func changes(_ range: Range<Int>) -> [Change] {
    state.edits(range).flatMap { edit -> [Change] in
      if let reader = reader(of: edit.keyPath) { return (try? reader.changes(edit.kind, at: path(of: reader))) ?? [] }
      guard let (old, new) = NativeSlice.wholes(edit) else { return [] }
      return readers.filter { $0.told != nil }.flatMap { reader in
        (try? Change.between(reader.value(old), reader.value(new), at: path(of: reader))) ?? []
      }
    }
  }

  private func path(of reader: FieldReader<Feature.State>) -> Path { Path([.key(name), .key(reader.name)]) }

  /// The states before and after a write that went through more than one field.
  private static func wholes(_ edit: RecordedEdit<Feature.State>) -> (old: Feature.State, new: Feature.State)? {
    guard case .set(let old, let new) = edit.kind, let old = old as? Feature.State, let new = new as? Feature.State
    else {
      return nil
    }
    return (old, new)
  }

  private func reader(of keyPath: PartialKeyPath<Feature.State>) -> FieldReader<Feature.State>? {
    let identity = ObjectIdentifier(keyPath)
    if let known = told[identity] { return known }
    let reader = readers.first { $0.told == keyPath }
    told[identity] = .some(reader)
    return reader
  }

  // MARK: reading

  var plain: Value {
    .map(Record(readers.filter { !$0.isDerived }.map { ($0.name, (try? $0.value(state.value)) ?? .none) }))
  }

  var fieldNames: [String] { readers.map(\.name) }

  func field(_ name: String) -> Value {
    (try? readers.first { $0.name == name }?.value(state.value)) ?? .none
  }

  func read(_ ask: NativeAsk, of handle: UInt64, into answer: inout TapeWriter) {
    do {
      if handle > 0 {
        let reader = readers[Int(handle >> UInt64(NativeSlice.shift)) - 1]
        return try reader.write(ask, of: handle, state.value, into: &answer)
      }
      switch ask {
      case .field(let name): try readers.first { $0.name == name }?.write(state.value, into: &answer)
      case .all:
        answer.beginMap(count: readers.count)
        for reader in readers.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
          answer.write(key: reader.name)
          try reader.write(state.value, into: &answer)
        }
      case .item, .count: break
      }
    } catch {
      // What does not encode is not there; its feature's own tests find it.
      answer.removeAll()
    }
  }

  // MARK: other content

  func reset() { replace(with: Recorded(feature.initialState)) }

  func take(_ content: Value) throws(HostError) { replace(with: try made(of: content)) }

  func check(_ content: Value) throws(HostError) { _ = try made(of: content) }

  private func made(of content: Value) throws(HostError) -> Recorded<Feature.State> {
    var state = Recorded(feature.initialState)
    for reader in readers where content[reader.name] != .none {
      do { try reader.put(content[reader.name], into: &state) } catch {
        throw HostError(code: "state", message: "\(name): the state does not fit the native feature: \(error)")
      }
    }
    return Recorded(state.value)
  }

  private func replace(with other: Recorded<Feature.State>) {
    revision &+= 1
    state = other
    stale.reset()
  }

  func attach() { seen.attach() }
  func remove() { seen.remove() }
}
