/// Returns what a patch makes of a row; both are one JSON object in UTF-8. Throws where that cannot be done.
public typealias RowMerge = @Sendable (_ row: [UInt8], _ patch: [UInt8]) throws -> [UInt8]
