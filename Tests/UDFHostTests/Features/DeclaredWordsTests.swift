import HostTesting
import Testing
import UDFSync

@testable import UDFHost

@Suite("the words that declarations.lua lists")
struct DeclaredWordsTests {
  private func words(_ kind: String, _ key: String) throws -> [String] {
    let app = try TestHost(["counter": Source.counter])
    return try app.host.prelude.declared("shapes", kind, key, "oneOf").texts
  }

  @Test("each have a meaning for the host")
  func choices() throws {
    #expect(try words("feature", "onReload").compactMap(ReloadPolicy.init).count == 3)
    #expect(try words("sync", "cache").compactMap(SyncCollection.Cache.init).count == 2)
    #expect(try words("sync", "conflict").compactMap(SyncCollection.Conflict.init).count == 2)
  }

  @Test("for policies each have a meaning for the host")
  func policies() throws {
    let app = try TestHost(["counter": Source.counter])
    let policies = try app.host.prelude.declared("policies").items
    #expect(policies.count == 8)
    for policy in policies where policy["takesSeconds"] != true {
      let sets = policy["sets"]
      let isKnown = sets[policy["name"].text ?? ""] == true || sets["overlap"].text == policy["name"].text
      #expect(isKnown, "\(policy)")
    }
    let overlaps = policies.compactMap { $0["sets"]["overlap"].text }
    #expect(overlaps.compactMap(EffectPolicy.Overlap.init) == [.every, .leading, .latest, .queue])
  }
}
