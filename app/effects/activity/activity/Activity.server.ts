/**
 * Activity: the events of a community, recorded once and read by its activity page, the live hub, exports and feeds.
 *
 * `record` joins the transaction of the write that causes the event and comes last in it, because it locks the
 * community's row and stores its current member count. `news` signals that there may be new events; listeners read
 * those after the last number they know, and also poll, since events of other servers come without a signal.
 */
import { Clock, Context, Effect, PubSub, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { afterCommit } from "~/effects/base/db/transactions.server"
import { ActivityEvent, type NewEvent } from "./ActivityEvent"
import { type ActivityType, isPost, topicOf } from "./catalogue"

/**
 * Reserves the numbers of a community's next `many` events and returns the last, with the current member count; locks
 * the community until the transaction ends. Also sets when the community was last active; `isPublic` is true for events
 * that everybody may see.
 */
export class EventNumbers extends Context.Tag("activity/activity/EventNumbers")<
  EventNumbers,
  (
    communityId: CommunityId,
    at: number,
    isPublic: boolean,
    many: number
  ) => Effect.Effect<{ readonly activitySeq: number; readonly memberCount: number } | undefined>
>() {}

/** An event that everybody who may read its community may know, as it was just stored. */
export interface StoredEvent {
  readonly communityId: CommunityId
  readonly seq: number
  /** Unix milliseconds. */
  readonly at: number
  readonly type: ActivityType
}

/**
 * Receives each such event in the transaction that stores it, to record there what is sent to other sites. The default
 * sends nothing.
 */
export class EventOutlet extends Context.Reference<EventOutlet>()("activity/activity/EventOutlet", {
  defaultValue: () => ({ put: (_: StoredEvent): Effect.Effect<void> => Effect.void })
}) {}

export const DAY_MS = 86_400_000

const encode = Schema.encode(ActivityEvent)

export class Activity extends Effect.Service<Activity>()("activity/activity/Activity", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const numbers = yield* EventNumbers
    const outlet = yield* EventOutlet
    const news = yield* PubSub.sliding<CommunityId>(256)

    const isPublic = ({ visibility }: Pick<NewEvent, "visibility">) => visibility !== "moderators"

    /**
     * Records several events of one community together, in this order; at least one. Returns the number of the last.
     */
    const recordAll = Effect.fn("Activity.recordAll")(function* (
      communityId: CommunityId,
      events: ReadonlyArray<Omit<NewEvent, "communityId">>
    ) {
      const at = yield* Clock.currentTimeMillis
      const counted = yield* numbers(communityId, at, events.some(isPublic), events.length)
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
      account: AccountAddress,
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
