import LuaRuntime
import Platform
import UDF
import UDFFields

/// A slice whose state is a Swift value. A ``NativeFeature`` reduces it, and `Recorded` keeps its journal.
final class NativeSlice<Feature: NativeFeature>: HostedSlice {
  let core: NativeCore<Feature>
  let name: String
  let isOfEngine: Bool
  private let machine: LuaMachine
  /// The slice's part in Lua, which scripts read.
  private let seen: LuaNativeSlice
  /// The host's action numbers, by the numbers that routes use.
  let ids: [Int32]
  /// Whether a value of each action was validated against the declaration.
  @exclusivity(unchecked) private(set) var checked: [Bool]
  /// Whether the slice was removed from the state permanently.
  @exclusivity(unchecked) private(set) var isRemoved = false
  let readers: [FieldReader<Feature.State>]
  /// The fields, for code that does not need the type of the state.
  private let untyped: [Field]
  private let stale: StaleFields
  /// Called once for each problem that prevents showing a field.
  private let onProblem: (String) -> Void
  private var problems: Set<String> = []
  var onRead: (() -> Void)?
  /// Changes whenever the state may have changed.
  @exclusivity(unchecked) private(set) var revision = 0
  @exclusivity(unchecked) private var weight: StateWeight
  /// The undone writes from before a trial; nil: no trial runs.
  private var undone: Recorded<Feature.State>.Undone?

  /// - Parameter ids: the host's numbers for the actions, in the order of their declaration.
  init(
    _ feature: Feature, isOfEngine: Bool, number: Int32, ids: [Int32], machine: LuaMachine,
    onProblem: @escaping (String) -> Void
  )
    throws(LuaError)
  {
    core = NativeCore(feature)
    weight = StateWeight(NativeSlice.weigher(core), memory: machine.memory)
    name = feature.name
    self.ids = ids
    checked = ids.map { _ in false }
    self.onProblem = onProblem
    self.isOfEngine = isOfEngine
    self.machine = machine
    seen = try LuaNativeSlice(name: name, number: number, machine: machine)
    readers = feature.fields.enumerated().map { index, field in field.makeReader(UInt64(index + 1) << NativeSlice.shift)
    }
    untyped = readers
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
    let size = core.record.bytes.count
    core.dropLargeRecord()
    return try reduced(written, size)
  }

  /// Reduces an action that is a Swift value.
  func reduce(typed action: Feature.Action) throws(LuaError) -> Effect<HostAction> {
    let written: Range<Int>
    do { written = try Feature._reduce(action, in: core) } catch { throw NativeSlice.failure(error) }
    return try reduced(written, MemoryLayout<Feature.Action>.size)
  }

  /// Records that an action was validated; see ``NativeFeature``.
  func setChecked(_ action: Feature.Action) throws {
    if let number = try Feature._number(of: action, in: core) { checked[number] = true }
  }

  private static func failure(_ error: any Error) -> LuaError {
    error as? LuaError ?? LuaError(reason: .raised, message: "\(error)")
  }

  private static func weigher(_ core: NativeCore<Feature>) -> (() -> Int)? {
    func weigher<Weighed: WeighedFeature>(_ feature: Weighed) -> (() -> Int)? {
      guard let core = core as? NativeCore<Weighed> else { return nil }
      return { [unowned core] in feature.weight(of: core.state.value) }
    }
    return (core.feature as? any WeighedFeature).flatMap { weigher($0) }
  }

  @inline(never) private func weigh(_ written: Range<Int>) throws(LuaError) {
    do throws(MemoryShortage) { try weight.update() } catch {
      takeBack(to: written.lowerBound)
      throw LuaError(
        reason: .memory, message: "\(name): \(error); the rows it had take \(weight.mebibytes) MiB of it")
    }
  }

  /// Records a reducer's writes in the machine's journal, and drops outdated values. Returns the effect.
  private func reduced(_ written: Range<Int>, _ bytes: Int) throws(LuaError) -> Effect<HostAction> {
    revision &+= 1
    if weight.isDue(after: bytes) { try weigh(written) }
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

  /// Drops the values that writes between two positions of the state's journal have made outdated.
  private func dropStale(_ written: Range<Int>) {
    let countsVersions = machine.countsVersions
    if stale.isAwaited || countsVersions { dropStale(written, all: countsVersions) }
  }

  @inline(never) private func takeBack(to position: Int) {
    core.state.rollback(to: position)
    _ = core.takeEffect()
  }

  // A separate function, because its types are looked up at its start.
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
        // No reducer handles this type, so the host reports it with the error in its name.
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

  /// Begins a trial, whose changes ``endTrial()`` reverts. Earlier undone writes can still be redone after it.
  func beginTrial() { undone = core.state.setUndoneAside() }

  func endTrial() {
    if let undone { core.state.putBack(undone) }
    undone = nil
  }

  func recordAgain(_ range: Range<UInt64>) {
    do throws(LuaError) { try seen.record(from: range.lowerBound, to: range.upperBound) } catch {
      onProblem("\(name): its history is lost: \(error.message)")
    }
  }

  func forget(before position: Int) { core.state.forget(before: position) }

  func truncate(at position: Int) { core.state.truncate(at: position) }

  // MARK: reading

  var plain: Value { .map(Record(readers.filter { !$0.isDerived }.map { ($0.name, value(of: $0)) })) }

  private func value(of reader: FieldReader<Feature.State>) -> Value {
    defer { stale.lookForReads() }
    do { return try reader.value(core.state.value) } catch {
      problem("\(reader.name): \(error)")
      return .none
    }
  }

  func problem(_ text: String) {
    if problems.insert(text).inserted { onProblem("\(name).\(text); it is shown as nil") }
  }

  var fieldNames: [String] { readers.map(\.name) }
  var storedFields: [String] { readers.filter { !$0.isDerived }.map(\.name) }

  func field(_ name: String) -> Value { readers.first { $0.name == name }.map(value(of:)) ?? .none }

  func read(_ ask: NativeAsk, of handle: UInt64, into answer: inout TapeWriter) {
    onRead?()
    do {
      if handle > 0 {
        let field = untyped[Int(handle >> UInt64(NativeSlice.shift)) - 1]
        stale.read(field)
        return try core.state.withState { try field.write(ask, of: handle, $0, into: &answer) }
      }
      switch ask {
      case .field(let name):
        if let field = untyped.first(where: { $0.name == name }) { try write(field, into: &answer) }
      case .all:
        answer.beginMap(count: untyped.count)
        for field in untyped.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
          answer.write(key: field.name)
          try write(field, into: &answer)
        }
      case .item, .count: break
      }
    } catch {
      problem("\(error)")
      answer.removeAll()
    }
  }

  private func write(_ field: Field, into answer: inout TapeWriter) throws {
    stale.read(field)
    try core.state.withState { try field.write($0, into: &answer) }
  }

  // MARK: replacing the content

  func reset(to defaults: LuaReference?) { replace(with: Recorded(feature.initialState)) }

  func setContent(_ content: Value?, defaults: LuaReference?) {
    if let content, let state = try? made(of: content) { replace(with: state) }
  }

  func check(_ content: Value) throws(HostError) { _ = try made(of: content) }

  private func made(of content: Value) throws(HostError) -> Recorded<Feature.State> {
    var state = Recorded(feature.initialState)
    for reader in readers {
      let value = content[reader.name]
      do { try reader.put(value, into: &state) } catch {
        // If the data does not contain a field, the field keeps its initial value, unless it can be nil.
        if value == .none { continue }
        throw HostError(code: "state", at: nil, of: [name], "its state does not fit: \(error)")
      }
    }
    return Recorded(state.value)
  }

  private func replace(with other: Recorded<Feature.State>) {
    revision &+= 1
    core.state = other
    // The loaded data was already read within the limit.
    try? weight.update()
    stale.reset()
  }

  func attach() { seen.attach() }

  func remove() {
    isRemoved = true
    seen.remove()
  }
}
