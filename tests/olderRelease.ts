/**
 * The demonstration's database as an earlier release left it, for tests of what an upgrade makes of data: schema 34, all
 * of its tables filled by that release itself.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

export const OLDER_SCHEMA = 34

/** `root` is the project's folder. */
export const writeOlderRelease = (root: string, file: string) =>
  writeFileSync(file, gunzipSync(readFileSync(join(root, `tests/vectors/schema-${OLDER_SCHEMA}.sqlite.gz`))))
