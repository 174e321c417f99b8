// A disk that fails when a test says so, in the process that this is linked into: the calls of the C library that change files
// are replaced, for libraries too.
#pragma once

// Whether this system lets a program replace them.
int faulty_disk_works(void);

// From now on the nth change is the last: half of it is done, and the process is killed.
void faulty_disk_kill_at(long count);

// From now on there is room for so many changes, and then for none; 0: for all again.
void faulty_disk_full_after(long count);
