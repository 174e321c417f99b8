#ifndef SLOW_LOOKUP_H
#define SLOW_LOOKUP_H

// Replaces getaddrinfo in a test process. A lookup of a name that ends with ".hanging.test" blocks until it is released. Other
// names are looked up as usual.

// 0 if getaddrinfo cannot be replaced on this system.
int slow_lookup_works(void);

// The number of blocked lookups.
int slow_lookup_count(void);

// Makes all blocked lookups fail and return.
void slow_lookup_release(void);

#endif
