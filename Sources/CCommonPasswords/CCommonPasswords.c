#include "CCommonPasswords.h"

/*
 * The words are made from the first 10,000 of the list "passwords" in zxcvbn 4.5.0 for Python (MIT licence),
 * which ranks passwords by how often people use them. Each word is what CommonPasswords.core(of:) in
 * AtriumHost leaves of such a password. Duplicates and words of fewer than three characters are left out.
 * PasswordTests checks the words against that function.
 */

/*
 * C embeds the file as bytes. In Swift the words would be a literal, which takes long to compile, or a
 * resource, which is a file beside the program.
 */
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char words[] = {
#embed "words/common-passwords.txt"
};

const unsigned char *_Nonnull common_passwords_bytes(void) { return words; }

size_t common_passwords_count(void) { return sizeof words; }
