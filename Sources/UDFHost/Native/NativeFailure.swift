/// Why a native feature refuses an input, and how to fix it.
struct NativeFailure: Error, CustomStringConvertible {
  let description: String

  init(_ problem: String, fix: String? = nil) {
    description = problem + (fix.map { "\n  To fix this, \($0)" } ?? "")
  }
}
