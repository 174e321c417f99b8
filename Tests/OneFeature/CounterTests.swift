import Testing
import UDF
import UDFTesting

@testable import OneFeature

@MainActor @Test("a fact is shown")
func fact() async {
  let store = TestStore(Counter(), reducer: counter { "\($0) is good" })
  store.send(.add(2)) { $0.count = 2 }
  store.send(.factTapped)
  await store.receive(.answered("2 is good")) { $0.fact = "2 is good" }
  await store.finish()
}
