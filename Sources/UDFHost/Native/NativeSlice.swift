import LuaRuntime
import UDF

/// A slice whose state is a Swift value: reduced by a ``NativeFeature``, journalled by `Recorded`, read by scripts through
/// the feature's fields.
final class NativeSlice<Feature: NativeFeature>: HostedSlice {
  let core: NativeCore<Feature>
  let name: String
  let isFed: Bool
  private let machine: LuaMachine
  /// What scripts see of it.
  private let seen: LuaNativeSlice
  /// The host's numbers for the actions, by those that routes know them by.
  let ids: [Int32]
  /// Of which actions a value has been checked against the declaration.
  @exclusivity(unchecked) private(set) var checked: [Bool]
  /// Whether it was taken out of the state for good.
  @exclusivity(unchecked) private(set) var isRemoved = false
  private let readers: [FieldReader<Feature.State>]
  private let stale: StaleFields
  /// Told once of each thing about a field that cannot be shown.
  private let onProblem: (String) -> Void
  private var problems: Set<String> = []
  var onRead: (() -> Void)?
  /// Another number whenever the state may be another one.
  @exclusivity(unchecked) private(set) var revision = 0
  /// What was taken back, during a trial.
  private var undone: Recorded<Feature.State>.Undone?

  /// - Parameter ids: the host's numbers for the actions, in the order of their declaration.
  init(
    _ feature: Feature, isFed: Bool, number: Int32, ids: [Int32], machine: LuaMachine,
    onProblem: @escaping (String) -> Void
  )
    throws(LuaError)
  {
    core = NativeCore(feature)
    name = feature.name
    self.ids = ids
    checked = ids.map { _ in false }
    self.onProblem = onProblem
    self.isFed = isFed
    self.machine = machine
    seen = try LuaNativeSlice(name: name, number: number, machine: machine)
    readers = feature.fields.enumerated().map { index, field in field.makeReader(UInt64(index + 1) << NativeSlice.shift)
    }
    stale = StaleFields(readers, seen: seen, whole: \Feature.State.self)
    for reader in readers {
      reader.siblings = readers
      reader.state = { [unowned(unsafe) core] in core.state.value }
    }
  }

  /// Each field has 2^40 handles: its own container and those inside it.
  private static var shift: Int { 40 }

  var feature: Feature { core.feature }
  var state: Recorded<Feature.State> { core.state }

  // MARK: reducing

  func reduce(_ handler: Int32, _ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction> {
    if let bytes { core.record = PackedRecord(bytes: bytes) } else { machine.withAction { core.record.assign($0) } }
    let written: Range<Int>
    do { written = try Feature._reduce(number: Int(handler), in: core) } catch { throw NativeSlice.failure(error) }
    core.dropLargeRecord()
    return try reduced(written)
  }

  /// Reduces an action that needs not come from plain data.
  func reduce(typed action: Feature.Action) throws(LuaError) -> Effect<HostAction> {
    let written: Range<Int>
    do { written = try Feature._reduce(action, in: core) } catch { throw NativeSlice.failure(error) }
    return try reduced(written)
  }

  /// An action has fit its declaration; see ``NativeFeature``.
  func setChecked(_ action: Feature.Action) throws {
    if let number = try Feature._number(of: action, in: core) { checked[number] = true }
  }

  private static func failure(_ error: any Error) -> LuaError {
    error as? LuaError ?? LuaError(reason: .raised, message: "\(error)")
  }

  /// Notes in the machine's journal what a reducer has written, and drops what is out of date. Gives the work that is left.
  private func reduced(_ written: Range<Int>) throws(LuaError) -> Effect<HostAction> {
    revision &+= 1
    if !written.isEmpty {
      do throws(LuaError) {
        try seen.record(from: UInt64(written.lowerBound), to: UInt64(written.upperBound))
      } catch {
        takeBack(to: written.lowerBound)
        throw error
      }
      dropStale(written)
    }
    return core.hasEffect ? hosted(core.takeEffect()) : .none
  }

  /// Drops what shows something that was written between two positions of the state's journal.
  private func dropStale(_ written: Range<Int>) {
    let countsVersions = machine.countsVersions
    if stale.isAwaited || countsVersions { dropStale(written, all: countsVersions) }
  }

  @inline(never) private func takeBack(to position: Int) {
    core.state.rollback(to: position)
    _ = core.takeEffect()
  }

  // Apart, because its types are asked for where it begins.
  @inline(never) private func dropStale(_ written: Range<Int>, all countsVersions: Bool) {
    core.state.visit(written, stale.note)
    stale.drop(all: countsVersions)
  }

  private func hosted(_ effect: Effect<Feature.Action>) -> Effect<HostAction> {
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

  var position: Int { core.state.position }

  func travel(to position: Int) {
    let from = core.state.position
    revision &+= 1
    core.state.travel(to: position)
    dropStale(min(from, position)..<max(from, position))
  }

  /// What happens until ``endTrial()`` is taken back again, and what was undone before can still be done again.
  func beginTrial() { undone = core.state.setUndoneAside() }

  func endTrial() {
    if let undone { core.state.putBack(undone) }
    undone = nil
  }

  func recordAgain(_ range: Range<UInt64>) {
    do throws(LuaError) { try seen.record(from: range.lowerBound, to: range.upperBound) } catch {
      onProblem("\(name): its past is lost: \(error.message)")
    }
  }

  func forget(before position: Int) { core.state.forget(before: position) }

  func truncate(at position: Int) { core.state.truncate(at: position) }

  func changes(_ range: Range<Int>) -> [Change] {
    var changes: [Change] = []
    for edit in core.state.edits(range) {
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
    var copy = core.state
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
    defer { stale.lookForReads() }
    do { return try reader.value(core.state.value) } catch {
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
        stale.read(reader)
        return try reader.write(ask, of: handle, core.state.value, into: &answer)
      }
      switch ask {
      case .field(let name):
        if let reader = readers.first(where: { $0.name == name }) { try write(reader, into: &answer) }
      case .all:
        answer.beginMap(count: readers.count)
        for reader in readers.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
          answer.write(key: reader.name)
          try write(reader, into: &answer)
        }
      case .item, .count: break
      }
    } catch {
      problem("\(error)")
      answer.removeAll()
    }
  }

  private func write(_ reader: FieldReader<Feature.State>, into answer: inout TapeWriter) throws {
    stale.read(reader)
    try reader.write(core.state.value, into: &answer)
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
    core.state = other
    stale.reset()
  }

  func attach() { seen.attach() }

  func remove() {
    isRemoved = true
    seen.remove()
  }
}
