import HostTesting
import Testing
import UDFHost

@Suite("an interrupt")
struct InterruptTests {
  @Test("stops a line at the prompt that loops, and the session continues")
  func interrupts() throws {
    let app = try TestHost(["counter": Source.counter])
    let interrupter = Interrupter(app.host.handle)
    let text = app.failure("while true do pcall(function() while true do end end) end")
    interrupter.stop()
    #expect(text == "prompt:1: stopped: interrupted")
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 1)
  }
}
