/** Pieces that were set back, not aside, and whose cause ended otherwise: a proposal that its author took back, a removed account. */
import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** Since their next try fell due: one that is still due is taken up again within the hour. */
const KEPT = Duration.toMillis("3 hours")

export const sweepPieces: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    sql`DELETE FROM job_pieces WHERE next_at < ${now - KEPT} AND leased_until < ${now - KEPT}
    AND set_aside_at IS NULL`
)
