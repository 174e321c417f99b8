import LuaRuntime
import UDFServices

/// Records sessions, and tests of what somebody does.
final class Sessions {
  let snapshots: Snapshots
  let calls: CallLog
  let events: EventHub
  let clock: any HostClock
  private let machine: LuaMachine
  private let prelude: Prelude
  private let dispatcher: Dispatcher
  private let reloader: Reloader
  private let effects: EffectScheduler
  private let adapter: StateAdapter
  private let wallClock: any WallClock
  private let configuration: HostConfiguration
  private var testRecorder: TestRecorder?

  init(
    snapshots: Snapshots, machine: LuaMachine, prelude: Prelude, dispatcher: Dispatcher, reloader: Reloader,
    effects: EffectScheduler, events: EventHub, adapter: StateAdapter, wallClock: any WallClock,
    configuration: HostConfiguration
  ) {
    self.snapshots = snapshots
    self.machine = machine
    self.prelude = prelude
    self.dispatcher = dispatcher
    self.reloader = reloader
    self.effects = effects
    self.events = events
    self.adapter = adapter
    self.wallClock = wallClock
    self.configuration = configuration
    clock = configuration.clock
    calls = CallLog(events: events, effects: effects, clock: clock)
    events.onObservers = { [unowned self] in observeCalls($0) }
  }

  /// Starts from the file that the configuration names, and begins to record, before any action. Returns the features that
  /// the file names.
  func begin() throws(HostError) -> Set<String> {
    var loaded: Set<String> = []
    if let path = configuration.state {
      let contents = try snapshots.contents(ofFile: path)
      snapshots.restore(contents)
      loaded = Set(contents.keys)
    }
    if let path = configuration.record { try record(to: path) }
    return loaded
  }

  /// Finishes what is being recorded: the host ends.
  func end() {
    guard let recorder = testRecorder else { return }
    do throws(HostError) {
      let written = try endTest(orElse: "The test was not written, and the host has ended.") != nil
      let message = written ? "the test was written to" : "nothing was done, so there is no test to write to"
      events.emit(.log(level: "info", message: "\(message) \(recorder.file.name)", fields: [:]))
    } catch { events.emit(.error(error, action: nil)) }
  }

  /// Makes effects report their calls of services while there are observers.
  private func observeCalls(_ hasObservers: Bool) {
    // While another observer is left, calls under way still have an outcome to come.
    if !hasObservers { calls.clear() }
    guard let toggle = prelude["witness"] else { return }
    _ = try? machine.call(toggle, [.boolean(hasObservers)])
  }

  // MARK: what recorders read

  /// The app's code as it is now.
  var generation: Generation { reloader.current }
  var seed: UInt64? { configuration.seed }
  /// Seconds since 1970, by the host's core.
  var day: Double { wallClock.now }
  /// The code of the error that refused the last action, nil if it was not refused.
  var refusalCode: String? { dispatcher.tree.error?.code }
  var refusal: HostError? { dispatcher.tree.error }
  /// Whether effects run that settling waits for, and whether anything at all is left of effects.
  var isSettled: Bool { effects.inFlight.isEmpty }
  var hasEffects: Bool { !effects.isEmpty }

  /// The states of features that differ from their initial ones, by name; features in Swift always count as different.
  func changedStates() -> Record {
    var states = Record()
    for feature in generation.features {
      guard let slice = dispatcher.tree.slices[feature.name], let held = try? slice.plain else { continue }
      let initial = (try? adapter.defaults(of: feature, in: generation)) ?? .none
      if slice.home != .lua || held != initial { states[feature.name] = held }
    }
    return states
  }

  // MARK: sessions

  /// Records what happens from now on until the host ends. Throws a ``HostError`` if the file is no session, or none can be
  /// made.
  func record(to path: String) throws(HostError) {
    let file = try SessionFile(path)
    let recorder: SessionRecorder
    do throws(HostError) { recorder = try SessionRecorder(self, name: path, write: file.append) } catch {
      throw error.adding("Nothing is recorded.")
    }
    events.add(recorder)
  }

  // MARK: tests

  /// Makes a Lua test of all that is done from now on, written when ``endTest()`` is called or the host ends. Throws a
  /// ``HostError`` if one is being recorded already, a file of that name is there, or the folder for it is not.
  func recordTest(to path: String) throws(HostError) {
    func refusal(_ text: String) -> HostError { HostError(code: "usage", message: text) }
    if let testRecorder {
      throw refusal("\(path): a test is being recorded to \(testRecorder.file.name) already; end it with :rec off")
    }
    guard path.hasSuffix("_test.lua") else {
      throw refusal("\(path): the name of a test file ends in _test.lua")
    }
    let file = UserFile(path)
    guard DiskFiles().realPath(file.place.path) == nil else {
      throw refusal("\(path): this file is there already; name another one")
    }
    guard Folder.exists(file.folder) else {
      throw refusal(
        """
        \(path): there is no folder \(file.folder)
          Nothing is being recorded.
          To fix this, make the folder, or name the file as seen from where you started
        """)
    }
    let recorder = TestRecorder(self, file: file)
    testRecorder = recorder
    events.add(recorder)
  }

  /// Writes the test that is being recorded and gives the name of its file, nil if nothing was done. Throws a ``HostError`` if
  /// none is, or if it cannot be written or a file of that name has come since: then it goes on.
  func endTest() throws(HostError) -> String? {
    try endTest(
      orElse: "The test was not written; it goes on.\n  To fix this, put that right and end the test again")
  }

  /// - Parameter consequence: what becomes of a test that cannot be written.
  func endTest(orElse consequence: String) throws(HostError) -> String? {
    guard let recorder = testRecorder else {
      throw HostError(code: "usage", message: "no test is being recorded; :rec FILE begins one")
    }
    recorder.end()
    if !recorder.isEmpty {
      // Somebody may have written a test of their own meanwhile.
      guard DiskFiles().realPath(recorder.file.place.path) == nil else {
        throw HostError(
          code: "usage",
          message: "\(recorder.file.name): this file is there by now, so it is not overwritten\n  \(consequence)")
      }
      do throws(FileProblem) { try DiskFiles().write(Array(recorder.text.utf8), to: recorder.file.place) } catch {
        throw recorder.file.error(error, consequence)
      }
    }
    testRecorder = nil
    events.remove(recorder)
    return recorder.isEmpty ? nil : recorder.file.name
  }
}
