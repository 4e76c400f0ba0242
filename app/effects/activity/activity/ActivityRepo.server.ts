/**
 * Reads events, and the days and turnouts of a community's figures. Each statement about events restricts what the
 * reader may see: `reach` is 0 for everybody who may read the community, 1 for its members, 2 for its moderators.
 * Names are joined.
 */
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { decodeEach, findAll, Sql } from "~/effects/base/db/statements.server"
import { ActivityEvent, Topic } from "./ActivityEvent"

const Day = Schema.Struct({ day: Schema.Int, members: Schema.Int, posts: Schema.Int })

/** From a closed vote: how many could vote, and how many did. */
const Turnout = Schema.Struct({
  number: Schema.Int,
  closesAt: Schema.Number,
  snapshot: Schema.parseJson(Schema.Struct({ eligibleCount: Schema.Int })),
  tally: Schema.parseJson(Schema.Struct({ voters: Schema.Int }))
})

const decodeTurnouts = decodeEach(Turnout, "a vote is left out of a community's figures")

export const PAGE_SIZE = 50 // docs/product/communities.md

const { data, type, target, at, seq, actor, communityId } = ActivityEvent.fields

/** An event with the person who acted, as lists show it; no person if nobody acted or the account was removed. */
export const ActivityLine = Schema.Struct({
  seq,
  at,
  actor,
  type,
  target,
  data,
  name: Schema.NullOr(Schema.String),
  picture: Schema.NullOr(Schema.String)
})
export type ActivityLine = typeof ActivityLine.Type

/** An event that the reader caused, or another person if the reader may see it. */
export const Deed = Schema.Struct({ communityId, community: Schema.String, seq, at, type, target, data })
export type Deed = typeof Deed.Type

const Wanted = Schema.Struct({
  communityId: CommunityId,
  reach: Schema.Int,
  topic: Schema.NullOr(Topic),
  person: Schema.NullOr(Schema.String),
  before: Schema.NullOr(Schema.Int),
  limit: Schema.Int
})

export class ActivityRepo extends Effect.Service<ActivityRepo>()("activity/activity/ActivityRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const selectDays = findAll({
      Request: Schema.Struct({ id: Schema.String, since: Schema.Int }),
      Result: Day,
      execute: ({ id, since }) => sql`SELECT day, members, posts FROM community_days
        WHERE community_id = ${id} AND day >= ${since} ORDER BY day`
    })

    /** The votes counted last, newest first; cancelled ones have no turnout. */
    const selectTurnouts = (id: string, limit: number) => sql`SELECT number, closes_at, snapshot, tally FROM proposals
      WHERE community_id = ${id} AND closed_at IS NOT NULL AND snapshot IS NOT NULL AND tally IS NOT NULL
      ORDER BY closed_at DESC, id DESC LIMIT ${limit}`

    /** Reads an index in its own order, without scan or sort, for every combination of filters (docs/goals.md). */
    const statement = ({ before, communityId: id, limit, person, reach, topic: only }: typeof Wanted.Encoded) => sql`
      SELECT e.seq, e.at, e.actor, e.type, e.target, e.data,
        u.username AS name, u.display_image AS picture
      FROM activity_events e LEFT JOIN users u ON u.account_address = e.actor AND u.status = 'active'
      WHERE ${sql.and([
        sql`e.community_id = ${id} AND e.reach <= ${reach}`,
        ...(only === null ? [] : [sql`e.topic = ${only}`]),
        ...(person === null ? [] : [sql`e.actor = ${person}`]),
        ...(before === null ? [] : [sql`e.seq < ${before}`])
      ])}
      ORDER BY e.seq DESC LIMIT ${limit}`
    const select = findAll({ Request: Wanted, Result: ActivityLine, execute: statement })

    const selectOwn = findAll({
      Request: Schema.Struct({ account: AccountAddress, limit: Schema.Int }),
      Result: Deed,
      execute: ({ account, limit }) => sql`
        SELECT e.community_id, c.name AS community, e.seq, e.at, e.type, e.target, e.data
        FROM activity_events e JOIN communities c ON c.id = e.community_id
        WHERE e.actor = ${account} ORDER BY e.at DESC, e.community_id DESC, e.seq DESC LIMIT ${limit}`
    })

    /** Events that `reader` may see: of public communities, and of those that both are members of. */
    const selectSeen = findAll({
      Request: Schema.Struct({ account: AccountAddress, reader: Schema.String, limit: Schema.Int }),
      Result: Deed,
      execute: ({ account, limit, reader }) => sql`
        SELECT e.community_id, c.name AS community, e.seq, e.at, e.type, e.target, e.data
        FROM activity_events e JOIN communities c ON c.id = e.community_id
        LEFT JOIN memberships m ON m.community_id = c.id AND m.account_address = ${reader} AND m.status = 'active'
        WHERE e.actor = ${account}
          AND ((e.reach = 0 AND c.visibility = 'public' AND c.stage <> 'draft')
            OR (e.reach <= 1 AND m.account_address IS NOT NULL))
        ORDER BY e.at DESC, e.community_id DESC, e.seq DESC LIMIT ${limit}`
    })

    /** Newest first. `before` is the number of the last line seen. */
    const page = Effect.fn("ActivityRepo.page")(function* (wanted: Omit<typeof Wanted.Type, "limit">) {
      const found = yield* select({ ...wanted, limit: PAGE_SIZE + 1 })
      const lines = found.slice(0, PAGE_SIZE)
      return { lines, next: found.length > PAGE_SIZE ? (lines.at(-1)?.seq ?? null) : null }
    })

    return {
      page,
      statement,
      some: (wanted: typeof Wanted.Type) => select(wanted),
      ofPerson: (account: AccountAddress, limit: number) => selectOwn({ account, limit }),
      seenOf: (account: AccountAddress, reader: string, limit: number) => selectSeen({ account, reader, limit }),
      /** Oldest first. */
      turnouts: Effect.fn("ActivityRepo.turnouts")(function* (id: string, limit: number) {
        const rows = yield* decodeTurnouts(yield* selectTurnouts(id, limit))
        return rows.toReversed().map(({ closesAt, number, snapshot, tally }) => ({
          number,
          at: closesAt,
          voters: tally.voters,
          eligible: snapshot.eligibleCount
        }))
      }),
      /** One row for each UTC day with events; days are counted from 1970. */
      days: (id: string, since: number) => selectDays({ id, since })
    }
  })
}) {}
