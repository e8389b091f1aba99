/* Debian's headers bring in ICU's, which clash with the copy that Foundation is built with. Nothing here uses ICU. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
