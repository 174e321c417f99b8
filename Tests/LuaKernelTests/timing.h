// Processor time of a thread, and the time that a run with a time budget may use.
#ifndef TIMING_H
#define TIMING_H

#include <time.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

// Sanitizers slow down the kernel's own code about four times. That code runs on after the budget is spent, to undo the writes.
enum { SLOWDOWN = SANITIZED ? 4 : 1 };

// The processor time of this thread in seconds: a busy machine does not look like a run that does not stop.
static inline double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// The processor time in seconds that a run with this budget may use.
static inline double most_time(double budget) { return 2 * budget * SLOWDOWN; }

#endif
