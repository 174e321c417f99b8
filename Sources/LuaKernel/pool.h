// Allocates small blocks by size class, for the objects that scripts create and drop all the time.
//
// Lua passes the size of a block when it frees it, so a block needs no header. The machine reuses freed blocks and returns them
// to the system only when it is freed itself.
#ifndef POOL_H
#define POOL_H

#include <stddef.h>

enum { POOL_STEP = 16, POOL_CLASSES = 16, POOL_LARGEST = POOL_STEP * POOL_CLASSES };

typedef struct lk_block {
  struct lk_block *next;
} lk_block;

typedef struct lk_pool {
  lk_block *freed[POOL_CLASSES];
  lk_block *slabs;
  char *at, *end;  // the free part of the newest slab
} lk_pool;

void *lk_pool_refill(lk_pool *pool, size_t size);
void lk_pool_close(lk_pool *pool);

// The address sanitizer can only check blocks from malloc.
#if defined(__SANITIZE_ADDRESS__)
#define POOL_OFF 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POOL_OFF 1
#endif
#endif

static inline size_t lk_pool_class(size_t size) { return (size - 1) / POOL_STEP; }

static inline void *lk_pool_take(lk_pool *pool, size_t size) {
  size_t class = lk_pool_class(size);
  lk_block *block = pool->freed[class];
  if (!block) return lk_pool_refill(pool, (class + 1) * POOL_STEP);
  pool->freed[class] = block->next;
  return block;
}

static inline void lk_pool_give(lk_pool *pool, void *pointer, size_t size) {
  size_t class = lk_pool_class(size);
  lk_block *block = pointer;
  block->next = pool->freed[class];
  pool->freed[class] = block;
}

#endif
