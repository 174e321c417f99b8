#ifndef INSPECTOR_FILES_H
#define INSPECTOR_FILES_H

#include <stddef.h>

/// A file of the inspector's page. The text is UTF-8 that ends with a zero.
struct inspector_file {
  const char *_Nullable name;
  const unsigned char *_Nullable text;
};

/// Returns a file by its index, which counts from 0; after the last file both pointers are NULL.
struct inspector_file inspector_file_at(size_t index);

#endif
