import Testing
import UDF

/// The dependency rows of "Core / State / Render (news example)"; each test names its row.
@Suite("News: the core")
struct NewsCoreTests {
  struct PlainCore: NewsCore {
    let instances = Instances()
  }

  struct MemoryCore: NewsCore {
    let instances = Instances()
    func dependency() -> any CacheStore { shared { MemoryCache() } }
  }

  struct FolderCore: NewsCore {
    let instances = Instances()
    func dependency() -> String { "Elsewhere" }
  }

  @Test("NewsCore factories: a one-line CacheStore override is used inside the sync engine")
  func override() async throws {
    let plain: NewsSync = PlainCore().dependency()
    #expect(plain.cache is DiskCache)

    let core = MemoryCore()
    let sync: NewsSync = core.dependency()
    try await sync.pull()
    let cache: any CacheStore = core.dependency()
    #expect(cache.articles() == ["fresh"])
  }

  @Test("NewsCore factories: an override reaches what the package's own defaults are made of")
  func overrideBelow() {
    let sync: NewsSync = FolderCore().dependency()
    #expect(sync.cache.articles() == ["from Elsewhere"])
  }

  @Test("root composition: two roots stay isolated, and each has one of a kind")
  func isolatedRoots() async throws {
    let (first, second) = (MemoryCore(), MemoryCore())
    let sync: NewsSync = first.dependency()
    try await sync.pull()
    let again: NewsSync = first.dependency()
    let other: NewsSync = second.dependency()
    #expect(again === sync)
    #expect(other !== sync)
    #expect(again.cache.articles() == ["fresh"])
    #expect(other.cache.articles() == nil)
  }
}
