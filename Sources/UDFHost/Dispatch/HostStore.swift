import UDF

/// The store of a host. Its state is the tree, which the host owns and keeps alive, so that no dispatch retains it.
typealias HostStore = Store<Unmanaged<SliceTree>, HostAction>
