/**
 * Renumbers the events of the demonstration's communities in the order in which they happened, because what its people
 * did at earlier times was recorded after the rest. Local mode only.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { demoCommunities } from "./communities"
import { demoCommunityId } from "./DemoSeed.server"

export const orderEventsOf = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.gen(function* () {
      // Locks the row, so that new events wait.
      yield* sql`UPDATE communities SET activity_seq = activity_seq WHERE id = ${id}`
      yield* sql`UPDATE activity_events SET seq = -placed.place
        FROM (SELECT seq AS number, ROW_NUMBER() OVER (ORDER BY at, seq) AS place FROM activity_events
          WHERE community_id = ${id}) AS placed
        WHERE community_id = ${id} AND activity_events.seq = placed.number`
      yield* sql`UPDATE activity_events SET seq = -seq WHERE community_id = ${id} AND seq < 0`
    }).pipe(Effect.orDie, atomically(sql))
  )

export const orderEvents = Effect.forEach(demoCommunities, ({ slug }) => orderEventsOf(demoCommunityId(slug)), {
  discard: true
}).pipe(Effect.withSpan("orderEvents"))
