/// Applies a patch to a row; both are one JSON object in UTF-8. Throws if the patch cannot be applied.
public typealias RowMerge = @Sendable (_ row: [UInt8], _ patch: [UInt8]) throws -> [UInt8]
