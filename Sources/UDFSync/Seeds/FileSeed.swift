import Platform
import UDF

/// The rows of a file that is part of an app. The extension of the file's name selects the format:
///
/// - `.ndjson`: one row per line; before them there may be `{"udf-seed":1,"token":"…","epoch":"…"}` with the server's
///   token and epoch.
/// - `.json`: a list of rows, or `{"token":"…","epoch":"…","rows":[…]}`.
/// - `.csv`: the field names, then one row per line (or more, if a quoted value contains line breaks); all values are
///   strings.
///
/// Rows keep their bytes. Without a token the first pull requests all rows, even if the rows contain dates. An empty
/// file is a seed without rows; a missing or invalid file is an error.
///
///     let seed = try await FileSeed("/opt/news/seed/articles.ndjson", key: "id").seed()
public struct FileSeed: SeedStore {
  /// In bytes.
  private static let limit = 256 << 20

  public let path: String
  /// The field that contains a row's key.
  public let key: String

  public init(_ path: String, key: String = "id") {
    self.path = path
    self.key = key
  }

  public func seed() async throws(SeedFailure) -> Seed? {
    try await DiskQueue(()).run { [self] _ throws(SeedFailure) in try read() }
  }

  private func read() throws(SeedFailure) -> Seed {
    var bytes: [UInt8]
    do throws(RegularFileFailure) {
      bytes = try RegularFile(following: path).bytes(limit: FileSeed.limit)
    } catch {
      throw SeedFailure("\(path): \(error.reason); see that the app has it there, or name no seed")
    }
    // Removes the byte order mark that spreadsheets and editors write before UTF-8. Otherwise it would be part of the
    // first name.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    switch path.split(separator: ".").last {
    case "ndjson": return try SeedReader.lines(bytes, self)
    case "json": return try SeedReader.document(bytes, self)
    case "csv": return try SeedReader.lines(try lines(ofTable: bytes), self)
    default: throw SeedFailure("\(path): has an unknown format; give a file whose name ends in .ndjson, .json or .csv")
    }
  }
}
