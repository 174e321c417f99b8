#include "pool.h"

#include <stdlib.h>

enum { SLAB = 1 << 15, HEADER = POOL_STEP };

void *lk_pool_refill(lk_pool *pool, size_t size) {
  if ((size_t)(pool->end - pool->at) < size) {
    char *slab = malloc(SLAB);
    if (!slab) return NULL;
    ((lk_block *)slab)->next = pool->slabs;
    pool->slabs = (lk_block *)slab;
    pool->at = slab + HEADER;
    pool->end = slab + SLAB;
  }
  void *block = pool->at;
  pool->at += size;
  return block;
}

void lk_pool_close(lk_pool *pool) {
  while (pool->slabs) {
    lk_block *next = pool->slabs->next;
    free(pool->slabs);
    pool->slabs = next;
  }
}
