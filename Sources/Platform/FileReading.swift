/// Reads a regular file, with links followed; nil if that fails, or if the file has more than 1 GiB.
package func readFile(_ path: String) -> [UInt8]? { try? RegularFile(following: path).bytes(limit: 1 << 30) }
