extension PushReply: Decodable {
  private enum CodingKeys: CodingKey { case results }

  private struct Result: Decodable {
    let id: Int64
    let code: String?
    let message: String?
  }

  /// Reads it as it is sent; a result with a code was refused.
  public init(from decoder: any Decoder) throws {
    let results = try decoder.container(keyedBy: CodingKeys.self).decode([Result].self, forKey: .results)
    self.init(
      results.map { result in
        guard let code = result.code else { return (result.id, .applied) }
        return (result.id, .rejected(code: code, message: result.message ?? code))
      })
  }
}
