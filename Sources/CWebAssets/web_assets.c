#include "CWebAssets.h"

// #embed is of C23, and the compiler takes it in older C too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char style[] = {
#embed "assets/atrium.css"
};
static const unsigned char script[] = {
#embed "assets/atrium.js"
};
static const unsigned char icon[] = {
#embed "assets/icon.svg"
};

static const struct atrium_web_asset assets[] = {
    {"atrium.css", style, sizeof style},
    {"atrium.js", script, sizeof script},
    {"icon.svg", icon, sizeof icon},
};

size_t atrium_web_asset_count(void) { return sizeof assets / sizeof *assets; }

struct atrium_web_asset atrium_web_asset(size_t index) { return assets[index]; }
