#define _GNU_SOURCE
#include "slow_lookup.h"

#ifdef __linux__
#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static int count = 0;
static unsigned long releases = 0;

int slow_lookup_works(void) { return 1; }

int slow_lookup_count(void) {
  pthread_mutex_lock(&mutex);
  int now = count;
  pthread_mutex_unlock(&mutex);
  return now;
}

void slow_lookup_release(void) {
  pthread_mutex_lock(&mutex);
  releases++;
  pthread_cond_broadcast(&released);
  pthread_mutex_unlock(&mutex);
}

static int hangs(const char *name) {
  static const char end[] = ".hanging.test";
  size_t length = name ? strlen(name) : 0;
  return length >= sizeof end && strcmp(name + length - (sizeof end - 1), end) == 0;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  if (!hangs(name)) {
    typedef int (*lookup)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    lookup next = (lookup)dlsym(RTLD_NEXT, "getaddrinfo");
    return next(name, service, hints, result);
  }
  pthread_mutex_lock(&mutex);
  count++;
  for (unsigned long before = releases; releases == before;) pthread_cond_wait(&released, &mutex);
  count--;
  pthread_mutex_unlock(&mutex);
  return EAI_NONAME;
}

#else

int slow_lookup_works(void) { return 0; }
int slow_lookup_count(void) { return 0; }
void slow_lookup_release(void) {}

#endif
