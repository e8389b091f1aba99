#include "CWebAssets.h"

// #embed is of C23, and the compiler takes it in older C too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char style[] = {
#embed "assets/atrium.css"
};
static const unsigned char script[] = {
#embed "assets/atrium.js"
};
static const unsigned char hours[] = {
#embed "assets/hours.js"
};
static const unsigned char icon[] = {
#embed "assets/icon.svg"
};
static const unsigned char icon_180[] = {
#embed "assets/icon-180.png"
};
static const unsigned char icon_192[] = {
#embed "assets/icon-192.png"
};
static const unsigned char icon_512[] = {
#embed "assets/icon-512.png"
};
static const unsigned char icon_mask[] = {
#embed "assets/icon-mask.png"
};

static const struct atrium_web_asset assets[] = {
    {"atrium.css", style, sizeof style},
    {"atrium.js", script, sizeof script},
    {"hours.js", hours, sizeof hours},
    {"icon.svg", icon, sizeof icon},
    {"icon-180.png", icon_180, sizeof icon_180},
    {"icon-192.png", icon_192, sizeof icon_192},
    {"icon-512.png", icon_512, sizeof icon_512},
    {"icon-mask.png", icon_mask, sizeof icon_mask},
};

size_t atrium_web_asset_count(void) { return sizeof assets / sizeof *assets; }

struct atrium_web_asset atrium_web_asset(size_t index) { return assets[index]; }
