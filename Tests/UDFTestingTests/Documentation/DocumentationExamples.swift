import Testing
import UDF
import UDFTesting

/// The examples of the documentation, so that they compile and pass. They are more patient: here thousands of other tests
/// want the same threads.
@MainActor @Suite("Documentation examples of UDFTesting")
struct DocumentationExamples {
  let moon = Article(id: 1, title: "Moon")
  let clock = TestClock()

  var service: FeedServiceStub { FeedServiceStub(onArticles: { [moon] in [moon] }) }

  @Test("TestStore")
  func testStore() async {
    let store = TestStore(
      FeedState(), reducer: FeedInteractor(service: service, clock: clock).reducer, patience: .seconds(600))

    store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded([moon])) {
      $0.isLoading = false
      $0.articles = [moon]
    }
    await store.finish()
  }

  @Test("Exhaustivity.off and TestClock")
  func sayingLess() async {
    let store = TestStore(
      FeedState(), reducer: FeedInteractor(service: service, clock: clock).reducer, exhaustivity: .off,
      patience: .seconds(600))
    store.send(.load)
    await store.receive(.loaded([moon])) { $0.articles = [moon] }
    store.send(.refreshLater)
    await clock.advance(by: .seconds(60))
    await store.receive(.load) { $0.isLoading = true }
    await store.finish()
  }
}
