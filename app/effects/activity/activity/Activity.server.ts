/**
 * Activity: what happened in a community, told once and read by its activity page, the live hub, exports and feeds.
 *
 * `record` joins the transaction of the write it tells about and comes last in it: it locks the community's row and
 * stores its member count of that moment. `news` says that something may be new; listeners read the events
 * after the last number they know, and looks again now and then, since another server's events come without news.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, PubSub, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { afterCommit } from "~/effects/base/db/transactions.server"
import { ActivityEvent, type NewEvent } from "./ActivityEvent"
import { isPost, topicOf } from "./catalogue"
import { EventNumbers } from "./EventNumbers.server"
import { EventOutlet } from "./EventOutlet.server"

export const DAY_MS = 86_400_000

export class Activity extends Effect.Service<Activity>()("effects/Activity", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const numbers = yield* EventNumbers
    const outlet = yield* EventOutlet
    const news = yield* PubSub.sliding<CommunityId>(256)

    /** Tells that something happened, and answers its number within the community. */
    const record = Effect.fn("Activity.record")(function* (event: NewEvent) {
      const at = yield* Clock.currentTimeMillis
      const { communityId } = event
      const counted = yield* numbers(communityId, at, event.visibility !== "moderators")
      if (counted === undefined) return yield* Effect.dieMessage("an event of a community that is not there")
      const row = yield* Schema.encode(ActivityEvent)({
        ...event,
        data: event.data ?? {},
        seq: counted.activitySeq,
        at,
        topic: topicOf(event.type)
      })
      yield* sql`INSERT INTO activity_events ${sql.insert(row)}`
      const posts = isPost(event.type) ? 1 : 0
      yield* sql`INSERT INTO community_days ${sql.insert({
        communityId,
        day: Math.floor(at / DAY_MS),
        members: counted.memberCount,
        posts,
        events: 1
      })} ON CONFLICT (community_id, day) DO UPDATE SET members = excluded.members,
        posts = community_days.posts + ${posts}, events = community_days.events + 1`
      if (event.visibility === "public") yield* outlet.put({ communityId, seq: row.seq, at, type: event.type })
      yield* afterCommit(Effect.asVoid(PubSub.publish(news, communityId)))
      return counted.activitySeq
    }, Effect.orDie)

    /**
     * Of a removed account: in what others did to it, its name becomes the short address too. Names hold no quotes
     * (docs/product/people.md).
     */
    const forgetName = Effect.fn("Activity.forgetName")(function* (
      account: string,
      username: string,
      shortName: string
    ) {
      yield* sql`UPDATE activity_events
        SET data = REPLACE(data, ${`"name":"${username}"`}, ${`"name":"${shortName}"`})
        WHERE community_id IN (SELECT community_id FROM memberships WHERE account_address = ${account})
        AND data LIKE ${`%"name":"${username}"%`}`
    }, Effect.orDie)

    return { record, forgetName, news }
  })
}) {}
