#if Inspector
  import InspectorTesting
  import UDFHost
  import UDFInspector

  /// Dispatches while the inspector has an open page, with the time in which the host writes the events for the page.
  @MainActor
  struct InspectorCase {
    let rounds: Int
    private let count = 100_000

    func run() async throws -> [Result] {
      let app = try Counter.app()
      let (plain, inspected) = (try app.host(), try app.host())
      let inspector = try Inspector(inspected)
      let page = try PageClient.open(inspector.url)
      // The greeting, and the state with the history.
      for _ in 1...2 { _ = await page.next() }
      return [
        try result(plain, inspected, inTurnsOf: count, promise: 2), try result(plain, inspected, inTurnsOf: 100),
      ]
    }

    private func result(
      _ plain: AppHost, _ inspected: AppHost, inTurnsOf turn: Int, promise: Double? = nil
    ) throws -> Result {
      let loop = Counter.loop(turn)
      let times = try Timing.medians(
        rounds: rounds, count: count,
        [plain, inspected].map { host in
          {
            for _ in 0..<count / turn {
              try host.run(loop)
              host.poll()
            }
          }
        })
      return Result(
        name: "inspector: open page, turns of \(turn) actions", seconds: times[1], floor: times[0],
        floorName: "the same without an inspector", promise: promise)
    }
  }
#endif
