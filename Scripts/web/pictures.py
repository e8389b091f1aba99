#!/usr/bin/env python3
"""pictures.py PROGRAM FOLDER: draws docs/page-phone.png and docs/page-desktop.png, pages of SampleData, into a folder.

They are looked at, and compared with nothing: letters differ from machine to machine."""

import base64

from browser import *

FOLDER = sys.argv[2]
# A day of SampleData; the clock of the machine shows another one.
DAY = "2026-03-02"
PHONES = [
    (f"/?day={DAY}", "light"),
    ("/connections/1", "light"),
    (f"/calendar?day={DAY}", "dark"),
    ("/habits/1", "dark"),
]
DESKTOPS = [(f"/?day={DAY}", "light")]

hub = Hub()
hub.visitor.send("/settings/zone", {"value": "Europe/Berlin"}, wanted=303)


def shots(pages, size):
    """Pictures of pages, twice as fine as they are large."""
    for path, theme in pages:
        with hub.tab(size=size, color_scheme=theme, device_scale_factor=2) as tab:
            tab.go(path)
            yield base64.b64encode(tab.page.screenshot()).decode()


def side_by_side(pictures, width, name):
    """One picture of several, each with round corners."""
    images = "".join(f'<img src="data:image/png;base64,{picture}">' for picture in pictures)
    with hub.tab(size=(1200, 800), script=False) as tab:
        tab.page.set_content(
            f"<style>body {{margin:0;padding:16px;display:inline-flex;gap:16px;background:#e9e9ef}}"
            f"img {{width:{width}px;border-radius:20px}}</style>{images}"
        )
        tab.page.locator("body").screenshot(path=f"{FOLDER}/{name}")


side_by_side(list(shots(PHONES, PHONE)), 280, "page-phone.png")
side_by_side(list(shots(DESKTOPS, DESKTOP)), 1168, "page-desktop.png")
