/// The program of the package, which would write files.
struct DiskCache: CacheStore {
  let folder: String

  func articles() -> [String]? { ["from \(folder)"] }
  func save(_ articles: [String]) {}
}
