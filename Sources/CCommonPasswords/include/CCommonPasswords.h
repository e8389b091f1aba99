#ifndef C_COMMON_PASSWORDS_H
#define C_COMMON_PASSWORDS_H

#include <stddef.h>

/* The words that the commonest passwords are made of: ASCII, sorted, each followed by a line feed. */
const unsigned char *_Nonnull common_passwords_bytes(void);

/* The number of these bytes. */
size_t common_passwords_count(void);

#endif
