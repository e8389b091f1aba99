"""Files that name addresses of the network wherever a format lets them: attacks see whether one is followed."""

# Properties that say where something is, as a card, a calendar and an outline may have them.
CARD_ADDRESSES = (
    "PHOTO;VALUE=uri",
    "PHOTO;VALUE=URL",
    "PHOTO;TYPE=JPEG",
    "PHOTO",
    "LOGO;VALUE=uri",
    "LOGO",
    "SOUND;VALUE=uri",
    "KEY;VALUE=uri",
    "SOURCE",
    "URL",
    "FBURL",
    "CALURI",
    "CALADRURI",
    "ORG-DIRECTORY",
    "CONTACT-URI",
    "RELATED;VALUE=uri",
    "MEMBER",
    "TZ;VALUE=uri",
    "GEO;VALUE=uri",
    "AGENT;VALUE=uri",
    "X-SOCIALPROFILE",
    "IMPP",
    "X-MS-CARDPICTURE;VALUE=uri",
    "TEL;VALUE=uri",
    "EMAIL",
    "NOTE",
)
ITEM_ADDRESSES = (
    "ATTACH",
    "ATTACH;VALUE=URI",
    "ATTACH;FMTTYPE=image/jpeg",
    "URL",
    "CONFERENCE;VALUE=URI",
    "IMAGE;VALUE=URI",
    "STRUCTURED-DATA;VALUE=URI",
    "ORGANIZER",
    "ATTENDEE",
    'ATTENDEE;DIR="@"',
    "LINK",
    "SOURCE;VALUE=URI",
    'LOCATION;ALTREP="@"',
    'DESCRIPTION;ALTREP="@"',
    "TZURL",
    "CONCEPT",
    "X-APPLE-STRUCTURED-LOCATION;VALUE=URI",
    "RELATED-TO;VALUE=URI",
)
FEED_ADDRESSES = ("SOURCE;VALUE=URI", "URL", "IMAGE;VALUE=URI", "X-ORIGINAL-URL", "X-PUBLISHED-URL", "TZURL")


def lines_of(names, at):
    return "".join(f"{name.replace('@', at)}:{at}\r\n" for name in names)


def cards(number, at):
    return "".join(
        f"BEGIN:VCARD\r\nVERSION:{version}\r\nUID:away-{number}-{version}\r\nFN:Away {number} {version}\r\n"
        f"N:{number};Away;;;\r\n{lines_of(CARD_ADDRESSES, at)}END:VCARD\r\n"
        for version in ("2.1", "3.0", "4.0")
    )


def calendar(number, at):
    """A calendar that says where it comes from and how often it changes, with a zone and items that have addresses."""
    zone = (
        f"BEGIN:VTIMEZONE\r\nTZID:Away\r\nTZURL:{at}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
        "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
    )
    alarm = f"BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT5M\r\nATTACH:{at}\r\nEND:VALARM\r\n"
    items = "".join(
        f"BEGIN:{kind}\r\nUID:away-{kind}-{number}\r\nDTSTAMP:20250101T000000Z\r\nSUMMARY:away {number}\r\n"
        f"DTSTART;TZID=Away:20250303T090000\r\n{lines_of(ITEM_ADDRESSES, at)}{alarm}END:{kind}\r\n"
        for kind in ("VEVENT", "VTODO", "VJOURNAL")
    )
    return (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1S\r\nX-PUBLISHED-TTL:PT1S\r\n"
        f"{lines_of(FEED_ADDRESSES, at)}{zone}{items}END:VCALENDAR\r\n"
    )


def outline(number, at):
    return "".join(
        f'<outline type="{kind}" text="Away {number} {kind}" xmlUrl="{at}" htmlUrl="{at}" url="{at}"/>'
        for kind in ("rss", "link", "include")
    )


def files_with(addresses):
    """Files with addresses wherever one may stand, each as its name and its text."""
    yield "away.vcf", "".join(cards(number, at) for number, at in enumerate(addresses))
    for number, at in enumerate(addresses):
        yield f"away{number}.ics", calendar(number, at)
    feeds = "".join(outline(number, at) for number, at in enumerate(addresses))
    yield "away.opml", f'<opml version="2.0"><body>{feeds}</body></opml>'
