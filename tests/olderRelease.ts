/**
 * The demonstration's database as an earlier release left it, for tests of upgrades: schema 34, with all tables filled
 * by that release itself.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

export const OLDER_SCHEMA = 34

/** `root` is the project's folder. */
export const writeOlderRelease = (root: string, file: string) =>
  writeFileSync(file, gunzipSync(readFileSync(join(root, `tests/vectors/schema-${OLDER_SCHEMA}.sqlite.gz`))))
