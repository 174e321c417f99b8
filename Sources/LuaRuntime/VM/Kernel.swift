/// The kernel's machine as long as it is there. References share it instead of pointing at the machine weakly, which would
/// make every count of the machine's own references go the slow way.
final class Kernel {
  var pointer: OpaquePointer?
}
