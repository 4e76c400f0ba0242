import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** How long a sent e-mail is stored, to answer questions about it. */
const KEPT = Duration.toMillis("30 days")
/** How long the text of a failed e-mail is stored, during which an operator may send it again. */
const TEXT_KEPT = Duration.toMillis("7 days")

export const sweepOutbox: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.zipRight(
      sql`UPDATE outbox SET body = '' WHERE failed_at < ${now - TEXT_KEPT} AND body <> ''`,
      sql`DELETE FROM outbox WHERE sent_at < ${now - KEPT} OR failed_at < ${now - KEPT}`
    )
)
