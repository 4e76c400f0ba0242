/**
 * Deletes rescheduled work items (but not those set aside) that are no longer due for another reason: a proposal was
 * withdrawn, or an account removed.
 */
import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** Grace period after the next try: an item that is still due is tried again within the hour. */
const KEPT = Duration.toMillis("3 hours")

export const sweepWorkItems: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    sql`DELETE FROM work_items WHERE next_at < ${now - KEPT} AND leased_until < ${now - KEPT}
    AND set_aside_at IS NULL`
)
