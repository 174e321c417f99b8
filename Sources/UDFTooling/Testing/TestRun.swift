import LuaRuntime
import LuaSyntax
import UDF
import UDFHost
import UDFServices

/// Runs one test in its own host: a new machine that has run the test file, and the store that the test makes.
final class TestRun: HostFunctionProvider {
  let place: TestPlace
  let host: AppHost
  let clock = ManualClock()
  /// The steps, in a run of a property.
  var actions: DrawnActions?
  private let sources: SourceCache
  private let reads: FileReads
  private let loader: ModuleLoader
  private(set) var store: TestStore?
  private var storeCount = 0
  /// The failures of assertions. They are looked up when the error arrives here through the script.
  private var failures: [TestFailure] = []
  private var output: [String] = []
  private var subscription: Subscription?

  init(_ place: TestPlace, sources: SourceCache, reads: FileReads) throws(HostError) {
    self.place = place
    self.sources = sources
    self.reads = reads
    var configuration = HostConfiguration(app: "\(place.folder)/\(place.file)")
    configuration.watch = .off
    configuration.keepsSites = true
    configuration.onStuck = place.onStuck
    configuration.features = place.features
    configuration.clock = clock
    configuration.core = TestCore(going: clock)
    // A test has only in-memory dependencies, so all grants are allowed.
    configuration.decideGrants = { $0.grants }
    do {
      host = try AppHost(idle: configuration, folder: place.folder, mainFile: place.app ?? place.file)
    } catch { throw error as? HostError ?? HostError(code: "load", message: "\(error)") }
    let prelude = host.prelude
    let machine = host.machine
    let library: LuaReference?
    do throws(LuaError) {
      machine.assign(machine.node([]), to: "state", of: prelude.functions)
      library = try prelude.adding(tool: PackageResources.test_lua)
      _ = try prelude.adding(tool: PackageResources.property_lua)
    } catch { throw HostError(error) }
    guard let library else { throw HostError(code: "load", message: "udf.test returned nothing") }
    let folder = place.folder
    loader = try host.loader.makeLoader(
      ["udf": prelude.library, "udf.test": library],
      reading: { sources.content($0, in: folder) })
    host.loader.attempt = loader
    host.attach(self)
    subscription = host.observe { [unowned self] in process($0) }
  }

  deinit { reads.add(loader.loadedHashes) }

  /// Runs the file, which declares its tests. Throws a `HostError` if it does not load.
  func load() throws(HostError) { _ = try loader.run(place.file) }

  /// The tests of the file. Their lines are read from their functions, because recording a call site for each would
  /// take longer than the whole file.
  var tests: [TestEntry] {
    let machine = host.machine
    guard let describe = host.prelude["describeTests"], let tests = host.prelude["tests"],
      case .list(let described)? = try? machine.call(describe).first
    else { return [] }
    return described.enumerated().map { index, test in
      let given = machine.reference([.integer(Int64(index + 1)), "given"], in: tests)
      return TestEntry(test, line: given.flatMap(machine.definition)?.line)
    }
  }

  /// Runs the test with this number, counted from 1.
  func run(_ number: Int, into result: inout TestResult) {
    result.status = .passed
    if let run = host.prelude["runTest"] {
      do throws(LuaError) {
        try host.machine.run(run, [.integer(Int64(number))], phase: .prompt, budget: place.budget)
      } catch {
        result.status = .failed
        result.failure = failure(of: error)
        if let line = result.line { result.failure?.place(in: place.file, line: line) }
      }
    }
    result.output = output
  }

  private func failure(of error: LuaError) -> TestFailure {
    if let failure = loader.failure, error.message.hasSuffix(failure.message) { return TestFailure(error: failure) }
    // Failures are identified by their texts, because a script could forge any other field of such an error.
    let text = error.value["message"].text
    var failure = failures.last { $0.error.message == text } ?? TestFailure(error: HostError(error))
    if let file = failure.error.file, let line = failure.error.line, failure.error.column == nil,
      let source = try? sources.content(file, in: place.folder).get()
    {
      failure.excerpt = SourceExcerpt(source, line: line).text()
    }
    return failure
  }

  private func process(_ event: HostEvent) {
    switch event {
    case .print(let text): output += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .log("warning", let message, _) where store == nil: output.append("[warning] \(message)")
    default: store?.process(event)
    }
  }

  // MARK: what scripts call

  // Unowned, because the run owns the host.
  package var functions: [HostFunction: HostFunctions.Body] {
    [.test: { [unowned self] in test($0) }, .compare: { [unowned self] in compare($0) }]
  }

  private func compare(_ arguments: [Value]) -> HostAnswer {
    answer { () throws(TestFailure) in
      try compare(arguments.first?.text ?? "", Array(arguments.dropFirst()))
      return .values([])
    }
  }

  private func test(_ arguments: [Value]) -> HostAnswer {
    let name = arguments.first?.text ?? ""
    let rest = Array(arguments.dropFirst())
    return answer { () throws(TestFailure) in
      switch name {
      case "app": return try app(rest.first?.text)
      case "open": return .values([.integer(Int64(try open(rest)))])
      case "unstubbed": return unstubbed(rest[0].text ?? "", rest[1].text ?? "")
      case "problem":
        try store?.failOnProblem()
        return .values([])
      case "finish" where rest.isEmpty:
        try store?.finish(isImplied: true)
        return .values([])
      default:
        try requireTest("a store is used by its test, not by a stub")
        guard let store, rest.first?.integer == store.number else {
          throw TestFailure(error: HostError(at: site, "this store is finished: the test has made another one since"))
        }
        if let drawn = try actions?.call(name, Array(rest.dropFirst()), store: store, host: host) {
          return .values(drawn)
        }
        return .values(try store.call(name, Array(rest.dropFirst())))
      }
    }
  }

  private func answer(_ body: () throws(TestFailure) -> HostAnswer) -> HostAnswer {
    do throws(TestFailure) { return try body() } catch {
      // A failure in a stub makes the test fail, even if the effect catches the error.
      if host.machine.phase == .effect { store?.problems.append(error) }
      failures.append(error)
      return .failure(["message": .string(error.error.message)])
    }
  }

  var site: String { host.machine.callSite }

  private func app(_ file: String?) throws(TestFailure) -> HostAnswer {
    guard let file = file ?? place.app else {
      throw TestFailure(
        error: HostError(
          at: site, "test.store needs an app or features, since there is no app.lua",
          notes: ["To fix this, name what is tested: test.store { features = { require \"features.…\" } }"]))
    }
    do throws(HostError) { return .reference(try loader.load(file)) } catch {
      throw TestFailure(error: error.line == nil ? HostError(at: site, error.message) : error)
    }
  }

  private func requireTest(_ otherwise: String) throws(TestFailure) {
    if host.machine.phase != .prompt { throw TestFailure(error: HostError(at: site, otherwise)) }
  }

  private func open(_ arguments: [Value]) throws(TestFailure) -> Int {
    try requireTest("test.store makes a store inside a test or before_each, not while the file loads")
    try store?.finish(isImplied: false)
    host.empty()
    storeCount += 1
    let number = storeCount
    store = nil
    do throws(HostError) {
      guard let app = host.prelude["app"] else { return 0 }
      try host.run(app, modules: loader.modules, state: arguments[0], at: site)
    } catch { throw TestFailure(error: error) }
    store = TestStore(number: number, isExhaustive: arguments[1] == true, host: host, clock: clock)
    store?.allowsRefusals = arguments.count > 2 && arguments[2] == true
    store?.startsEffects = arguments.count < 4 || arguments[3] != false
    return number
  }

  private func unstubbed(_ service: String, _ method: String) -> HostAnswer {
    let cause = host.runningEffect.map { "by the \($0), " } ?? ""
    let message = "\(service).\(method) was called \(cause)and this test has no stub for it"
    let fix = "To fix this, give the store one: services = { \(service) = { \(method) = function() … end } }"
    // The test fails even if the effect catches the error, because the rest of the run is not meaningful.
    store?.problems.append(TestFailure(error: HostError(code: "unstubbed", message: "\(message)\n  \(fix)")))
    return .failure(ServiceError(code: "unstubbed", message: message).value(service: service, method: method))
  }

  private func compare(_ matcher: String, _ values: [Value]) throws(TestFailure) {
    let actual = host.revealed(values.first ?? .none)
    let other = host.revealed(values.count > 1 ? values[1] : .none)
    let text = values.count > 2 ? values[2].text : nil
    try TestMatcher(site: site).check(matcher, actual, other, text: text)
  }
}
