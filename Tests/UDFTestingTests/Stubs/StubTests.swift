import Testing
import UDF
import UDFTesting

@MainActor @Suite("Stubs")
struct StubTests {
  @Test("a call without a stub fails the test with service and action, and the feature gets an error")
  func unstubbed() async {
    let store = TestStore(
      FeedState(), reducer: FeedInteractor(service: FeedServiceStub(), clock: TestClock()).reducer,
      patience: .seconds(600))
    let failures = await Failures {
      store.send(.load) { $0.isLoading = true }
      await store.receive(.failed("offline")) {
        $0.isLoading = false
        $0.error = "offline"
      }
      await store.finish()
    }
    #expect(
      failures.texts == [
        """
        FeedService.articles: called, but the test has no stub for it
          An effect of FeedAction.load called it.
          To fix this, give the test a stub for it, or correct who calls it.
        """
      ])
  }

  @Test("a method that cannot throw fails the test and returns the stub's default")
  func placeholder() async {
    let failures = await Failures { #expect(FeedServiceStub().version() == 0) }
    #expect(
      failures.texts == [
        """
        FeedService.version: called, but the test has no stub for it
          No effect of a test store called it.
          To fix this, give the test a stub for it, or correct who calls it.
        """
      ])
  }

  @Test("a stub accepts any arguments, and its errors have the same text")
  func arguments() async {
    let find: @Sendable (String, Int) async throws -> [Article] = UDFTesting.unstubbed("FeedService.find")
    var caught: (any Error)?
    let failures = await Failures {
      do { _ = try await find("moon", 3) } catch { caught = error }
    }
    #expect(caught as? UnstubbedCall == UnstubbedCall(service: "FeedService.find"))
    #expect(failures.texts == ["\(UnstubbedCall(service: "FeedService.find"))"])
  }
}
