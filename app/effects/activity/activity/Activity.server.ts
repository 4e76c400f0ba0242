/**
 * Activity: the events of a community, recorded once and read by its activity page, the live hub, exports and feeds.
 *
 * `record` joins the transaction of the write that causes the event and comes last in it, because it locks the
 * community's row and stores its current member count. `news` signals that there may be new events; listeners read
 * those after the last number they know, and also poll, since events of other servers come without a signal.
 */
import { Clock, Effect, PubSub, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { afterCommit } from "~/effects/base/db/transactions.server"
import { ActivityEvent, type NewEvent } from "./ActivityEvent"
import { isPost, topicOf } from "./catalogue"
import { EventNumbers } from "./EventNumbers.server"
import { EventOutlet } from "./EventOutlet.server"

export const DAY_MS = 86_400_000

const encode = Schema.encode(ActivityEvent)

export class Activity extends Effect.Service<Activity>()("activity/activity/Activity", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const numbers = yield* EventNumbers
    const outlet = yield* EventOutlet
    const news = yield* PubSub.sliding<CommunityId>(256)

    const isTold = ({ visibility }: Pick<NewEvent, "visibility">) => visibility !== "moderators"

    /**
     * Records several events of one community together, in this order; at least one. Returns the number of the last.
     */
    const recordAll = Effect.fn("Activity.recordAll")(function* (
      communityId: CommunityId,
      events: ReadonlyArray<Omit<NewEvent, "communityId">>
    ) {
      const at = yield* Clock.currentTimeMillis
      const counted = yield* numbers(communityId, at, events.some(isTold), events.length)
      if (counted === undefined) return yield* Effect.dieMessage("an event of a community that is not there")
      const { activitySeq, memberCount } = counted
      const stored = events.map((event, n) => {
        const seq = activitySeq - events.length + 1 + n
        return { ...event, communityId, data: event.data ?? {}, seq, at, topic: topicOf(event.type) }
      })
      yield* sql`INSERT INTO activity_events ${sql.insert(yield* Effect.forEach(stored, (event) => encode(event)))}`
      const posts = events.filter(({ type }) => isPost(type)).length
      const day = { communityId, day: Math.floor(at / DAY_MS), members: memberCount, posts, events: events.length }
      yield* sql`INSERT INTO community_days ${sql.insert(day)}
        ON CONFLICT (community_id, day) DO UPDATE SET members = excluded.members,
          posts = community_days.posts + excluded.posts, events = community_days.events + excluded.events`
      for (const { seq, type, visibility } of stored) {
        if (visibility === "public") yield* outlet.put({ communityId, seq, at, type })
      }
      yield* afterCommit(Effect.asVoid(PubSub.publish(news, communityId)))
      return activitySeq
    }, Effect.orDie)

    /** Records an event and returns its number within the community. */
    const record = Effect.fn("Activity.record")(({ communityId, ...event }: NewEvent) =>
      recordAll(communityId, [event])
    )

    /**
     * For a removed account: replaces its name by its short address in events that others caused. Names contain no
     * quotes (docs/product/people.md).
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
    })

    return { record, recordAll, forgetName, news }
  })
}) {}
