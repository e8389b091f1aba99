// What the page's browser gets beside pages, as it stands in the folder assets: it is part of the program.
#pragma once
#include <stddef.h>

/// A file: its name, and its bytes, which stand as long as the program runs.
struct atrium_web_asset {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// How many files there are.
size_t atrium_web_asset_count(void);

/// One of them, from 0 on.
struct atrium_web_asset atrium_web_asset(size_t index);
