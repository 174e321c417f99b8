import Platform
import UDF

/// Rows from a file that an app ships with. What the file is, the end of its name says:
///
/// - `.ndjson`: a row a line; before them there may be `{"udf-seed":1,"token":"…","epoch":"…"}` with the server's token and epoch.
/// - `.json`: a list of rows, or `{"token":"…","epoch":"…","rows":[…]}`.
/// - `.csv`: the fields' names, then a row a line (or more, where quotes say so); all values are strings.
///
/// Rows keep the bytes they stand in. Without a token the first pull asks for everything, whatever dates the rows have. An
/// empty file is a seed without rows; one that is not there, or in which anything is wrong, is an error.
///
///     let seed = try await FileSeed("/opt/news/seed/articles.ndjson", key: "id").seed()
public struct FileSeed: SeedStore {
  public let path: String
  /// The field that holds a row's key.
  public let key: String

  public init(_ path: String, key: String = "id") {
    self.path = path
    self.key = key
  }

  public func seed() async throws(SeedFailure) -> Seed? {
    try await DiskQueue(()).run { [self] _ throws(SeedFailure) in try read() }
  }

  private func read() throws(SeedFailure) -> Seed {
    guard let file = Descriptor(path, O_RDONLY), var bytes = file.rest else {
      throw SeedFailure("\(path): \(String(cString: strerror(errno))); see that the app has it there, or name no seed")
    }
    // The mark that spreadsheets and editors put before UTF-8; it would be part of the first name.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    switch path.split(separator: ".").last {
    case "ndjson": return try SeedReader.lines(bytes, self)
    case "json": return try SeedReader.document(bytes, self)
    case "csv": return try SeedReader.lines(try lines(ofTable: bytes), self)
    default: throw SeedFailure("\(path): is no kind of seed that there is; end its name in .ndjson, .json or .csv")
    }
  }
}
