import HostTesting
import LuaRuntime
import Testing

@testable import UDFHost

@Suite("the functions that scripts call in the host")
struct HostFunctionsTests {
  private final class Part: HostFunctionProvider {
    let functions: [HostFunction: HostFunctions.Body]

    init(_ functions: [HostFunction: HostFunctions.Body]) { self.functions = functions }
  }

  @Test("are implemented by the part that has added them")
  func answered() {
    let functions = HostFunctions()
    functions.add(Part([.log: { .values([.string("log"), $0.first ?? .none]) }]))
    functions.add(Part([.sleep: { _ in .suspend }]))
    #expect(shown(functions.call(HostFunction.log.rawValue, [1])) == ["log", 1])
    #expect(shown(functions.call(HostFunction.sleep.rawValue, [1])) == nil)
    #expect(shown(functions.call(HostFunction.print.rawValue, [1])) == [])
  }

  @Test("have numbers for the files that require others after all other numbers")
  func require() {
    let functions = HostFunctions()
    functions.require = { .values([$0, .boolean($1), .integer(Int64($2))]) }
    #expect(shown(functions.call(HostFunction.require.rawValue + 7, ["cart"])) == ["cart", false, 7])
    #expect(shown(functions.call(HostFunction.require.rawValue + 7, ["cart", true])) == ["cart", true, 7])
  }

  @Test("belong each to one part of a host, apart from those of a test")
  func parts() throws {
    let app = try TestHost(["counter": Source.counter])
    let missing = HostFunction.allCases.filter { app.host.prelude.hostFunctions.bodies[Int($0.rawValue)] == nil }
    #expect(missing == [.test, .compare, .require])
  }

  @Test("retain no part of a host that is released")
  func ended() throws {
    var app: TestHost? = try TestHost(["counter": Source.counter])
    weak let dispatcher = app?.host.dispatcher
    let machine = try #require(app?.host.machine)
    app = nil
    #expect(shown(machine.onCall(HostFunction.site.rawValue, [])) == [])
    #expect(dispatcher == nil)
  }

  private func shown(_ answer: HostAnswer) -> [Value]? {
    if case .values(let values) = answer { values } else { nil }
  }
}
