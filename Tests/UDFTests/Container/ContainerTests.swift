import Synchronization
import Testing
import UDF

@Suite("Container")
struct ContainerTests {
  protocol Keychain: Sendable {}
  protocol Disk: Sendable {}
  protocol Clock: Sendable {}

  struct LiveKeychain: Keychain {}
  struct LiveDisk: Disk {}
  struct LiveClock: Clock {}

  final class Box: Sendable {}

  struct Core: Container {
    let instances = Instances()
  }

  struct Full: Error, CustomStringConvertible {
    let description = "the disk is full"
  }

  struct FullDisk: Disk {
    init() throws { throw Full() }
  }

  /// A core that knows some of its services only at run time.
  struct LateCore: Container {
    let instances = Instances()

    func dependency() throws -> any Keychain { try ServiceLocator(instances).retrieve() }
    func dependency() throws -> any Clock { try shared { LiveClock(from: try dependency()) } }
    func dependency() throws -> any Disk { try shared { try FullDisk() } }
    func dependency() -> Box { shared { Box() } }

    func resolve() throws {
      try require(
        { try dependency() as any Keychain }, { try dependency() as any Clock }, { try dependency() as any Disk },
        { dependency() as Box })
    }
  }

  /// Three services of which each needs the next.
  struct Ring: Container {
    let instances = Instances()

    func dependency() throws -> any Keychain {
      try shared {
        _ = try dependency() as any Disk
        return LiveKeychain()
      }
    }
    func dependency() throws -> any Disk {
      try shared {
        _ = try dependency() as any Clock
        return LiveDisk()
      }
    }
    func dependency() throws -> any Clock {
      try shared {
        _ = try dependency() as any Keychain
        return LiveClock()
      }
    }
  }

  /// The same of two that cannot throw.
  struct DeafRing: Container {
    let instances = Instances()

    func dependency() -> any Keychain {
      shared {
        _ = dependency() as any Disk
        return LiveKeychain()
      }
    }
    func dependency() -> any Disk {
      shared {
        _ = dependency() as any Keychain
        return LiveDisk()
      }
    }
  }

  @Test("for requests of many threads at once, one instance is made")
  func onceFromManyThreads() async {
    final class Made: Sendable {
      let count = Atomic(0)
    }
    let core = Core()
    let made = Made()
    let boxes = await withTaskGroup(of: Box.self) { group in
      for _ in 0..<100 {
        group.addTask {
          core.shared {
            made.count.add(1, ordering: .relaxed)
            return Box()
          }
        }
      }
      return await group.reduce(into: [Box]()) { $0.append($1) }
    }
    #expect(made.count.load(ordering: .relaxed) == 1)
    #expect(boxes.count == 100)
    #expect(boxes.allSatisfy { $0 === boxes[0] })
  }

  @Test("a copy of a container shares its instances, another container has separate ones")
  func copies() {
    let core = Core()
    let copy = core
    let box: Box = core.shared { Box() }
    let same: Box = copy.shared { Box() }
    let other: Box = Core().shared { Box() }
    #expect(same === box)
    #expect(other !== box)
  }

  @Test("an instance is kept for the requested type; a protocol and a conforming type are separate")
  func keyedByType() {
    let core = Core()
    let disk: any Disk = core.shared { LiveDisk() }
    #expect(disk is LiveDisk)
    #expect(throws: ServiceNotFound.self) { try ServiceLocator(core.instances).retrieve(LiveDisk.self) }
  }

  @Test("a factory that failed is called again for the next request")
  func retried() throws {
    let core = Core()
    func box(_ isFull: Bool) throws -> Box {
      try core.shared {
        guard !isFull else { throw Full() }
        return Box()
      }
    }
    #expect(throws: Full.self) { try box(true) }
    let made = try box(false)
    #expect(try box(true) === made)
  }

  @Test("resolving a core names each missing service with the reason, in one error")
  func missing() {
    let error = #expect(throws: UnresolvedDependencies.self) { try LateCore().resolve() }
    #expect(
      error?.description == """
        LateCore: 3 of 4 dependencies cannot be made
          UDFTests.ContainerTests.Keychain: not registered
          UDFTests.ContainerTests.Clock: needs UDFTests.ContainerTests.Keychain, which is not registered
          UDFTests.ContainerTests.Disk: the disk is full
          Nothing was started.
          To fix this, register what is not there before LateCore is resolved, or declare its factory in LateCore.
        """)
  }

  @Test("resolving a complete core makes everything; a core without declarations has nothing to make")
  func resolved() throws {
    let core = LateCore()
    let locator = ServiceLocator(core.instances)
    locator.register(LiveKeychain(), as: (any Keychain).self)
    locator.register(LiveDisk(), as: (any Disk).self)
    try core.resolve()
    #expect(try locator.retrieve((any Clock).self) is LiveClock)
    try Core().resolve()
  }

  @Test("a circular dependency is an error with its path")
  func cycle() {
    let error = #expect(throws: CyclicDependency.self) { try Ring().dependency() as any Disk }
    #expect(
      error?.description == """
        UDFTests.ContainerTests.Disk: cannot be made before itself
          UDFTests.ContainerTests.Disk → UDFTests.ContainerTests.Clock → UDFTests.ContainerTests.Keychain → \
        UDFTests.ContainerTests.Disk
          To fix this, let one of them ask for the other when it is used, or move what both need into a third.
        """)
  }

  @Test("a circular dependency that cannot throw ends the process with its path")
  func deafCycle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DeafRing().dependency() as any Disk
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      said.contains(
        "UDFTests.ContainerTests.Disk → UDFTests.ContainerTests.Keychain → UDFTests.ContainerTests.Disk"))
  }
}

extension ContainerTests.LiveClock {
  init(from keychain: any ContainerTests.Keychain) {}
}
