import Testing
import UDF
import UDFTesting

@MainActor @Suite("TestStore")
struct TestStoreTests {
}
