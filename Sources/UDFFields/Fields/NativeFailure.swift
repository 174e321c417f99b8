/// Why a native feature refuses an input, and how to fix it.
package struct NativeFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ problem: String, fix: String? = nil) {
    description = problem + (fix.map { "\n  To fix this, \($0)" } ?? "")
  }
}
