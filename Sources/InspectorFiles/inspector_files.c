#include "inspector_files.h"

#ifndef __has_embed
#error "This file needs #embed of C23. Compile it with the clang of Swift 6.1 or newer; the variable CC selects another one."
#endif

// Clang embeds a file at once, whereas the Swift compiler needs a second for 10 KB in an array literal. Each text ends with a
// zero. Clang lists the embedded files as dependencies, so a change of one compiles this file again.
static const struct inspector_file files[] = {
    {"action-list.js", (const unsigned char[]){
#embed "Page/action-list.js" suffix(, 0)
    }},
    {"action-view.js", (const unsigned char[]){
#embed "Page/action-view.js" suffix(, 0)
    }},
    {"change-list.js", (const unsigned char[]){
#embed "Page/change-list.js" suffix(, 0)
    }},
    {"changes.js", (const unsigned char[]){
#embed "Page/changes.js" suffix(, 0)
    }},
    {"connection.js", (const unsigned char[]){
#embed "Page/connection.js" suffix(, 0)
    }},
    {"costs-view.js", (const unsigned char[]){
#embed "Page/costs-view.js" suffix(, 0)
    }},
    {"dispatch-box.js", (const unsigned char[]){
#embed "Page/dispatch-box.js" suffix(, 0)
    }},
    {"dom.js", (const unsigned char[]){
#embed "Page/dom.js" suffix(, 0)
    }},
    {"effects-view.js", (const unsigned char[]){
#embed "Page/effects-view.js" suffix(, 0)
    }},
    {"graph-layout.js", (const unsigned char[]){
#embed "Page/graph-layout.js" suffix(, 0)
    }},
    {"graph-view.js", (const unsigned char[]){
#embed "Page/graph-view.js" suffix(, 0)
    }},
    {"history-bar.js", (const unsigned char[]){
#embed "Page/history-bar.js" suffix(, 0)
    }},
    {"index.html", (const unsigned char[]){
#embed "Page/index.html" suffix(, 0)
    }},
    {"links.js", (const unsigned char[]){
#embed "Page/links.js" suffix(, 0)
    }},
    {"main.js", (const unsigned char[]){
#embed "Page/main.js" suffix(, 0)
    }},
    {"past-view.js", (const unsigned char[]){
#embed "Page/past-view.js" suffix(, 0)
    }},
    {"polling-view.js", (const unsigned char[]){
#embed "Page/polling-view.js" suffix(, 0)
    }},
    {"prompt-line.js", (const unsigned char[]){
#embed "Page/prompt-line.js" suffix(, 0)
    }},
    {"reload-error.js", (const unsigned char[]){
#embed "Page/reload-error.js" suffix(, 0)
    }},
    {"screen-drawer.js", (const unsigned char[]){
#embed "Page/screen-drawer.js" suffix(, 0)
    }},
    {"screen-view.js", (const unsigned char[]){
#embed "Page/screen-view.js" suffix(, 0)
    }},
    {"selection.js", (const unsigned char[]){
#embed "Page/selection.js" suffix(, 0)
    }},
    {"session-view.js", (const unsigned char[]){
#embed "Page/session-view.js" suffix(, 0)
    }},
    {"session.js", (const unsigned char[]){
#embed "Page/session.js" suffix(, 0)
    }},
    {"state-view.js", (const unsigned char[]){
#embed "Page/state-view.js" suffix(, 0)
    }},
    {"style.css", (const unsigned char[]){
#embed "Page/style.css" suffix(, 0)
    }},
    {"sync-view.js", (const unsigned char[]){
#embed "Page/sync-view.js" suffix(, 0)
    }},
    {"table.js", (const unsigned char[]){
#embed "Page/table.js" suffix(, 0)
    }},
    {"timeline.js", (const unsigned char[]){
#embed "Page/timeline.js" suffix(, 0)
    }},
    {"value-tree.js", (const unsigned char[]){
#embed "Page/value-tree.js" suffix(, 0)
    }},
    {"values.js", (const unsigned char[]){
#embed "Page/values.js" suffix(, 0)
    }},
    {"view-tabs.js", (const unsigned char[]){
#embed "Page/view-tabs.js" suffix(, 0)
    }},
    {"views.css", (const unsigned char[]){
#embed "Page/views.css" suffix(, 0)
    }},
    {"virtual-list.js", (const unsigned char[]){
#embed "Page/virtual-list.js" suffix(, 0)
    }},
};

struct inspector_file inspector_file_at(size_t index) {
  return index < sizeof files / sizeof *files ? files[index] : (struct inspector_file){NULL, NULL};
}
