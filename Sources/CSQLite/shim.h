#include <sqlite3.h>

/* sqlite3_config takes any number of arguments, which Swift cannot call. It counts only before the first connection. */
static inline int csqlite_keep_memory_statistics(int on) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on); }
