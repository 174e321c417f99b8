// Debian's header needs no flags of pkg-config when it is included by its folder.
#if __has_include(<hiredis/hiredis.h>)
#include <hiredis/hiredis.h>
#else
#include <hiredis.h>
#endif
