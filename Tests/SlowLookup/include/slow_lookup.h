#ifndef SLOW_LOOKUP_H
#define SLOW_LOOKUP_H

// Takes the place of getaddrinfo in a test process: a lookup of a name that ends with ".hanging.test" does not return
// before it is released. Every other name is looked up as usual.

// 0 where the system does not allow it.
int slow_lookup_works(void);

// How many lookups hang now.
int slow_lookup_count(void);

// Lets the lookups that hang return, and fail.
void slow_lookup_release(void);

#endif
