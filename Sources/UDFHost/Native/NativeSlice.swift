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
  /// Told once of each thing about a field that cannot be shown.
  private let onProblem: (String) -> Void
  private var problems: Set<String> = []
  var onRead: (() -> Void)?
  private(set) var state: Recorded<Feature.State>
  /// Another number whenever the state may be another one.
  @exclusivity(unchecked) private(set) var revision = 0
  /// What was taken back, during a trial.
  private var undone: Recorded<Feature.State>.Undone?

  init(
    _ feature: Feature, home: FeatureDefinition.Home, number: Int32, machine: LuaMachine,
    onProblem: @escaping (String) -> Void
  )
    throws(LuaError)
  {
    self.feature = feature
    self.onProblem = onProblem
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
  var isFed: Bool { if case .synced = home { true } else { false } }

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

  var position: Int { state.position }

  func travel(to position: Int) {
    let from = state.position
    revision &+= 1
    state.travel(to: position)
    state.visit(min(from, position)..<max(from, position), stale.note)
    stale.drop()
  }

  /// What happens until ``endTrial()`` is taken back again, and what was undone before can still be done again.
  func beginTrial() { undone = state.setUndoneAside() }

  func endTrial() {
    if let undone { state.putBack(undone) }
    undone = nil
  }

  func recordAgain(_ range: Range<UInt64>) {
    do throws(LuaError) { try seen.record(from: range.lowerBound, to: range.upperBound) } catch {
      onProblem("\(name): its past is lost: \(error.message)")
    }
  }

  func forget(before position: Int) { state.forget(before: position) }

  func truncate(at position: Int) { state.truncate(at: position) }

  func changes(_ range: Range<Int>) -> [Change] {
    var changes: [Change] = []
    for edit in state.edits(range) {
      let showing = readers.filter { $0.told != nil && $0.shows(edit.keyPath) }
      guard let reader = showing.first else { continue }
      // What was written is more or less than one field: those that show some of it are compared as a whole.
      if showing.count > 1 || reader.told != edit.keyPath { return differences(range) }
      do { changes += try reader.changes(edit.kind, at: path(of: reader)) } catch {
        problem("\(reader.name): \(error)")
      }
    }
    return changes
  }

  /// What a range of the journal changed, seen from the states before and after.
  private func differences(_ range: Range<Int>) -> [Change] {
    var copy = state
    copy.travel(to: range.lowerBound)
    let before = copy.value
    copy.travel(to: range.upperBound)
    let after = copy.value
    return readers.filter { $0.told != nil }.flatMap { reader -> [Change] in
      do { return Change.between(try reader.value(before), try reader.value(after), at: path(of: reader)) } catch {
        problem("\(reader.name): \(error)")
        return []
      }
    }
  }

  private func path(of reader: FieldReader<Feature.State>) -> Path { Path([.key(name), .key(reader.name)]) }

  // MARK: reading

  var plain: Value { .map(Record(readers.filter { !$0.isDerived }.map { ($0.name, value(of: $0)) })) }

  private func value(of reader: FieldReader<Feature.State>) -> Value {
    do { return try reader.value(state.value) } catch {
      problem("\(reader.name): \(error)")
      return .none
    }
  }

  private func problem(_ text: String) {
    if problems.insert(text).inserted { onProblem("\(name).\(text); it is shown as nil") }
  }

  var fieldNames: [String] { readers.map(\.name) }
  var storedFields: [String] { readers.filter { !$0.isDerived }.map(\.name) }

  func field(_ name: String) -> Value { readers.first { $0.name == name }.map(value(of:)) ?? .none }

  func read(_ ask: NativeAsk, of handle: UInt64, into answer: inout TapeWriter) {
    onRead?()
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
      problem("\(error)")
      answer.removeAll()
    }
  }

  // MARK: other content

  func reset(to defaults: LuaReference?) { replace(with: Recorded(feature.initialState)) }

  func settle(_ content: Value?, defaults: LuaReference?) {
    if let content, let state = try? made(of: content) { replace(with: state) }
  }

  func check(_ content: Value) throws(HostError) { _ = try made(of: content) }

  private func made(of content: Value) throws(HostError) -> Recorded<Feature.State> {
    var state = Recorded(feature.initialState)
    for reader in readers {
      let value = content[reader.name]
      do { try reader.put(value, into: &state) } catch {
        // A field that the data does not have is as it is at first, unless it can be nil.
        if value == .none { continue }
        throw HostError(
          code: "state",
          message:
            "\(name): what it holds does not fit: \(error)\n  To fix this, let it fit, or begin again from the initial state: :reload!"
        )
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
