import UDF

/// The store of a host. Its state is an unretained reference to the tree, which the host owns and keeps alive.
typealias HostStore = Store<Unmanaged<SliceTree>, HostAction>
