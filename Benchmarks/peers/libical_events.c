/* libical_events FILE: reads a calendar as libical does best, one component at a time.
 *
 * The text of each component, BEGIN to END, is given to icalparser_parse_string, counted and freed, so that memory is
 * constant and nothing grows with the file (libical looks through a component's properties one by one).
 * Build: cc -O2 -o libical_events libical_events.c -lical */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: libical_events FILE\n");
        return 64;
    }
    static char line[1 << 16], name[80];
    size_t size = 1 << 20, length = 0;
    char *text = malloc(size);
    long components = 0, properties = 0;
    while (fgets(line, sizeof line, file)) {
        size_t more = strlen(line);
        if (length == 0) {
            /* Lines of the VCALENDAR itself are few, and are left out. */
            if (strncmp(line, "BEGIN:", 6) != 0 || strncmp(line, "BEGIN:VCALENDAR", 15) == 0) continue;
            snprintf(name, sizeof name, "END:%.60s", line + 6);
        }
        if (length + more + 1 > size) text = realloc(text, size = (length + more + 1) * 2);
        memcpy(text + length, line, more + 1);
        length += more;
        if (strcmp(line, name) != 0) continue;
        icalcomponent *component = icalparser_parse_string(text);
        if (component) {
            components++;
            properties += icalcomponent_count_properties(component, ICAL_ANY_PROPERTY);
            icalcomponent_free(component);
        }
        length = 0;
    }
    printf("%ld items, %ld values\n", components, properties);
    return 0;
}
