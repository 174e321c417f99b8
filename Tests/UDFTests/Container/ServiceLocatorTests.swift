import Testing
import UDF

@Suite("ServiceLocator")
struct ServiceLocatorTests {
  enum Disk {
    struct Cache: Sendable, Equatable { let size: Int }
  }

  enum Screen {
    struct Cache: Sendable, Equatable { let size: Int }
  }

  struct Core: Container {
    let instances = Instances()
    func dependency() -> Disk.Cache { shared { Disk.Cache(size: 1) } }
  }

  @Test("a registered service is shared by the container")
  func registeredIsShared() {
    let core = NewsCoreTests.PlainCore()
    ServiceLocator(core.instances).register(MemoryCache(), as: (any CacheStore).self)
    let sync: NewsSync = core.dependency()
    #expect(sync.cache is MemoryCache)
  }

  @Test("an instance of the container can be retrieved, and no other")
  func sharedIsRetrieved() throws {
    let core = Core()
    let locator = ServiceLocator(core.instances)
    #expect(throws: ServiceNotFound.self) { try locator.retrieve(Disk.Cache.self) }
    _ = core.dependency() as Disk.Cache
    #expect(try locator.retrieve() == Disk.Cache(size: 1))
  }

  @Test("a second registration replaces the service for later requests")
  func replaced() throws {
    let locator = ServiceLocator()
    locator.register(Disk.Cache(size: 1))
    locator.register(Disk.Cache(size: 2))
    #expect(try locator.retrieve(Disk.Cache.self).size == 2)
  }

  @Test("two types with one name are two services")
  func sameName() throws {
    let locator = ServiceLocator()
    locator.register(Disk.Cache(size: 1))
    locator.register(Screen.Cache(size: 2))
    #expect(try locator.retrieve(Disk.Cache.self).size == 1)
    #expect(try locator.retrieve(Screen.Cache.self).size == 2)
  }

  @Test("a missing service is reported with its full name, and with the call that would register it")
  func missing() {
    let locator = ServiceLocator()
    locator.register(Disk.Cache(size: 1))
    let error = #expect(throws: ServiceNotFound.self) { try locator.retrieve(Screen.Cache.self) }
    #expect(
      error?.description == """
        UDFTests.ServiceLocatorTests.Screen.Cache: there is no such service
          To fix this, register it before it is requested: \
        register(service, as: (UDFTests.ServiceLocatorTests.Screen.Cache).self)
        """)
  }
}
