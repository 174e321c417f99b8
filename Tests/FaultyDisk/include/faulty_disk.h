// Simulates a failing disk in the process that this library is linked into: it replaces the functions of the C library that change
// files, for all code of the process.
#pragma once

// Whether the functions can be replaced on this system.
int faulty_disk_works(void);

// Makes the process die at the change with this number, counted from now on, after half of that change is written.
void faulty_disk_kill_at(long count);

// Makes the disk full after this many changes, counted from now on. 0 makes it never full.
void faulty_disk_full_after(long count);
