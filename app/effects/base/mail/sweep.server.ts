import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** A sent letter is kept to answer questions about it. */
const KEPT = Duration.toMillis("30 days")
/** The text of one that failed, in which an operator may send it again. */
const TEXT_KEPT = Duration.toMillis("7 days")

export const sweepOutbox: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.zipRight(
      sql`UPDATE outbox SET body = '' WHERE failed_at < ${now - TEXT_KEPT} AND body <> ''`,
      sql`DELETE FROM outbox WHERE sent_at < ${now - KEPT} OR failed_at < ${now - KEPT}`
    )
)
