// Gives random bytes to the readers, under libFuzzer: Fuzzing TARGET [option of libFuzzer…]. scripts/test --nightly
// builds and runs it.
import Platform

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

private enum Chosen {
  static let target = CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init)
}

guard Chosen.target != nil else {
  print("usage: Fuzzing \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) [option of libFuzzer…]")
  exit(2)
}

var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
var count = CommandLine.argc - 1
exit(
  runDriver(&count, &arguments) { bytes, count in
    Chosen.target?.run(UnsafeBufferPointer(start: bytes, count: count))
    return 0
  })
