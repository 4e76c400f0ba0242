/** Only one repository reads the sessions table: a second reader could forget when a session is over. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, test } from "vitest"

const effects = join(import.meta.dirname, "../../../../app/effects")
/** Statements that name the table, and lists of tables for statements that are built. */
const namesTheTable = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+"?sessions\b|"sessions"|'sessions'|`sessions`/i

const readers = readdirSync(effects, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("base/db/migrations/"))
  .filter((file) => namesTheTable.test(readFileSync(join(effects, file), "utf8")))

test("only its repository reads or writes the sessions table", () => {
  assert.deepEqual(readers, ["people/wallet-session/SessionsRepo.server.ts"])
})
