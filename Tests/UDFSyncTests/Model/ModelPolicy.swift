import UDF

@testable import UDFSync

/// The conflict policies of runs, each as the engine has it and as a plain function.
enum ModelPolicy: CaseIterable {
  case replay, drops, serverWins, merges

  struct Refusal: Error {}

  init(seed: UInt64) {
    self =
      switch seed % 8 {
      case 0: .drops
      case 1: .serverWins
      case 2: .merges
      default: .replay
      }
  }

  var policy: ConflictPolicy {
    switch self {
    case .replay: .replay
    case .serverWins: .serverWins
    case .drops: ConflictPolicy { mutation, _ in mutation.id % 2 == 0 ? .drop : .keep }
    case .merges: ConflictPolicy(merging: Self.merge)
    }
  }

  func answer(_ conflict: Conflict) -> Result<ConflictPolicy.Resolution, SyncFailure> {
    switch self {
    case .replay: return .success(.keep)
    case .serverWins: return .success(.drop)
    case .drops: return .success(conflict.mutation.id % 2 == 0 ? .drop : .keep)
    case .merges:
      do { return .success(.row(try Self.merge(conflict))) } catch {
        return .failure(SyncFailure("the merge failed: \(error)"))
      }
    }
  }

  @Sendable private static func merge(_ conflict: Conflict) throws -> [UInt8]? {
    guard let mine = conflict.mine else { return nil }
    guard let theirs = conflict.theirs else { return mine.body }
    if conflict.mutation.id % 5 == 0 { throw Refusal() }
    return try modelMerge(theirs.body, mine.body)
  }
}

/// Merges rows like `{"id":"k1","t":"server3"}` by joining their texts: quick, and a patch that is made twice is seen.
let modelMerge: RowMerge = { row, patch in
  let (row, patch) = (String(decoding: row, as: UTF8.self), String(decoding: patch, as: UTF8.self))
  guard let start = patch.range(of: #""t":""#)?.upperBound, row.hasSuffix(#""}"#) else { return Array(patch.utf8) }
  let text = patch[start...]
  return Array((row.hasSuffix(text) ? row : row.dropLast(2) + " " + text).utf8)
}
