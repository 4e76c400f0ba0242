/** Renames jobs by the terms of docs/glossary.md; their slots, failures and rescheduled work items stay. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Each former name with the present one. */
export const RENAMED_JOBS: Readonly<Record<string, string>> = {
  keepers: "multisig",
  "keepers.sent": "multisig.sent",
  "keepers.reminders": "multisig.reminders",
  "keepers.closed": "multisig.closed",
  "keepers.badges": "multisig.badges",
  "ledger.steps": "ledger.transactions",
  "letters-at-once": "emails-at-once"
}

export const namesOfJobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [former, now] of Object.entries(RENAMED_JOBS)) {
    yield* sql`UPDATE leases SET name = ${now} WHERE name = ${former}`
    yield* sql`UPDATE work_items SET job = ${now} WHERE job = ${former}`
  }
})
