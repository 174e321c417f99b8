import HostTesting
import Testing
import UDF
import UDFHost
import UDFServices

/// The examples of the page on effects, as they stand there.
@Suite("examples in the documentation of effects")
struct EffectExamples {
  struct Station: Sendable {
    func temperature(in city: String) async throws -> Double { city == "Oslo" ? 10 : 20 }
  }

  struct NewsCore: HostCore {
    let station = Station()
    let instances = Instances()

    func services() -> [HostService] {
      [
        HostService(
          "weather", doc: "What it is like outside.",
          [
            ServiceMethod(awaiting: "temperature", ["city": "string"], returns: "number", doc: "Degrees Celsius.") {
              call in
              .number(try await station.temperature(in: call.string("city")))
            }
          ])
      ]
    }
  }

  @Test("a service declared in Swift, which an app overrides")
  func services() async throws {
    try await onOwnThread { try Self.tryServices() }
  }

  private static func tryServices() throws {
    let app = try TestHost([
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "news", features = {},
        services = {
          weather = function(core)
            return { temperature = function(city) return core.weather.temperature(city) * 9 / 5 + 32 end }
          end,
        },
      }
      """
    ]) { $0.core = NewsCore() }
    #expect(try app.run("services.weather.temperature('Oslo')") == 50.0)
    #expect(try app.run("services.weather.temperature { city = 'Oslo' }") == 50.0)
  }

  @Test("a middleware in Swift")
  func middleware() throws {
    let guests = HostMiddleware(
      "guests",
      intercepting: { seen in
        seen.type == "cart/add" && seen.value(at: "counter.count") == 0
          ? .replace(with: (type: "counter/inc", fields: [:])) : .pass
      })
    let app = try TestHost(["counter": Source.counter, "cart": Source.cart]) { $0.middleware = [guests] }
    try app.run("cart.add { sku = 'A1' }; cart.add { sku = 'A1' }")
    #expect(try app.state("counter.count") == 1)
    #expect(try app.state("cart.total") == 1)
  }
}
