/* The floor of an import: floor VAULT NEW inserts every row of a finished vault again, into a fresh database with the same
 * schema (tables, indexes, search), with prepared statements, in one transaction.
 *
 * Rows are read from the vault while they are inserted. The search tables keep no text; what was inserted into them is
 * made again by the SQL that the vault keeps in search_collection.
 * Build: cc -O2 -o floor floor.c -lsqlite3 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(sqlite3 *db, int code, const char *what) {
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) {
        fprintf(stderr, "floor: %s: %s\n", what, sqlite3_errmsg(db));
        exit(1);
    }
}

/* The benchmark's text is ASCII, of which the index takes every character as it is. */
static void identity(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    sqlite3_result_value(context, values[0]);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    check(db, sqlite3_prepare_v2(db, sql, -1, &statement, NULL), sql);
    return statement;
}

static void execute(sqlite3 *db, const char *sql) { check(db, sqlite3_exec(db, sql, NULL, NULL, NULL), sql); }

static long copy(sqlite3 *from, sqlite3 *to, const char *select, const char *insert) {
    sqlite3_stmt *source = prepare(from, select), *target = prepare(to, insert);
    int columns = sqlite3_column_count(source);
    long rows = 0;
    while (sqlite3_step(source) == SQLITE_ROW) {
        for (int i = 0; i < columns; i++) sqlite3_bind_value(target, i + 1, sqlite3_column_value(source, i));
        check(to, sqlite3_step(target), insert);
        sqlite3_reset(target);
        rows++;
    }
    sqlite3_finalize(source);
    sqlite3_finalize(target);
    return rows;
}

static long copy_table(sqlite3 *from, sqlite3 *to, const char *table) {
    char *select = sqlite3_mprintf("SELECT * FROM \"%w\"", table);
    sqlite3_stmt *probe = prepare(from, select);
    sqlite3_str *insert = sqlite3_str_new(NULL);
    sqlite3_str_appendf(insert, "INSERT INTO \"%w\" VALUES (", table);
    for (int i = 0; i < sqlite3_column_count(probe); i++) sqlite3_str_appendall(insert, i ? ",?" : "?");
    sqlite3_str_appendall(insert, ")");
    sqlite3_finalize(probe);
    char *text = sqlite3_str_finish(insert);
    long rows = copy(from, to, select, text);
    sqlite3_free(select);
    sqlite3_free(text);
    return rows;
}

static long copy_search(sqlite3 *from, sqlite3 *to) {
    long rows = 0;
    sqlite3_stmt *collections = prepare(from, "SELECT id, signature FROM search_collection");
    while (sqlite3_step(collections) == SQLITE_ROW) {
        long long number = sqlite3_column_int64(collections, 0);
        char *signature = sqlite3_mprintf("%s", sqlite3_column_text(collections, 1));
        char *table = strchr(signature, '|') + 1, *title = strchr(table, '|') + 1;
        title[-1] = 0;
        char *text = strstr(title, ")|(SELECT iif(");
        if (!text) { fprintf(stderr, "floor: the search signature has another form\n"); exit(1); }
        text[1] = 0;
        text += 2;
        const char *names[] = {"search_title", "search_text"}, *expressions[] = {title, text};
        for (int i = 0; i < 2; i++) {
            char *select = sqlite3_mprintf("SELECT (%lld << 40) | r.id, %s FROM \"%w\" r ORDER BY r.id", number,
                                           expressions[i], table);
            char *insert = sqlite3_mprintf("INSERT INTO %s (rowid, %s) VALUES (?, ?)", names[i], names[i] + 7);
            rows += copy(from, to, select, insert);
            sqlite3_free(select);
            sqlite3_free(insert);
        }
        sqlite3_free(signature);
    }
    sqlite3_finalize(collections);
    rows += copy(from, to, "SELECT id, '^' || term || '$' FROM search_term ORDER BY id",
                 "INSERT INTO search_trigram (rowid, term) VALUES (?, ?)");
    return rows;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: floor VAULT NEW\n");
        return 64;
    }
    sqlite3 *from, *to;
    check(NULL, sqlite3_open_v2(arguments[1], &from, SQLITE_OPEN_READONLY, NULL), arguments[1]);
    check(NULL, sqlite3_open(arguments[2], &to), arguments[2]);
    sqlite3_create_function(from, "atrium_search_text", 1, SQLITE_UTF8, NULL, identity, NULL, NULL);
    execute(to, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; BEGIN IMMEDIATE");
    sqlite3_stmt *schema = prepare(from,
        "SELECT type, name, sql FROM sqlite_master m WHERE sql IS NOT NULL AND type IN ('table', 'index') "
        "AND name NOT LIKE 'sqlite_%' AND NOT EXISTS (SELECT 1 FROM sqlite_master v WHERE v.sql LIKE 'CREATE VIRTUAL%' "
        "AND m.name <> v.name AND m.name LIKE v.name || '_%' AND m.name IN (v.name || '_data', v.name || '_idx', "
        "v.name || '_content', v.name || '_docsize', v.name || '_config')) ORDER BY m.rowid");
    char *tables[256];
    int found = 0;
    while (sqlite3_step(schema) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(schema, 2);
        execute(to, sql);
        if (!strcmp((const char *)sqlite3_column_text(schema, 0), "table") && strncmp(sql, "CREATE VIRTUAL", 14) && found < 256)
            tables[found++] = strdup((const char *)sqlite3_column_text(schema, 1));
    }
    sqlite3_finalize(schema);
    long rows = 0;
    for (int i = 0; i < found; i++) {
        rows += copy_table(from, to, tables[i]);
        free(tables[i]);
    }
    rows += copy_search(from, to);
    execute(to, "COMMIT");
    sqlite3_close(to);
    sqlite3_close(from);
    printf("%ld\n", rows);
    return 0;
}
