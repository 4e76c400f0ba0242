/** Stores requests, and the rule as last confirmed on the ledger. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotThere } from "~/effects/base/failures/failures"
import { withLocks } from "~/effects/base/limits/locks.server"
import { ApprovalRequest, type Request, RequestState, type SignerSlot } from "./ApprovalRequest"

/** Columns that change together with the state. */
export type RequestChange = Partial<
  Pick<
    ApprovalRequest,
    "txId" | "txPayload" | "endsAt" | "problem" | "remindedAt" | "decidedAt" | "finalAt" | "closedAs"
  > & {
    readonly former: ApprovalRequest["former"]
    readonly signers: ReadonlyArray<SignerSlot>
    readonly parts: ReadonlyArray<string>
    readonly request: Request
  }
>

interface Proven {
  readonly communityId: CommunityId
  readonly needed: number
  readonly seats: ReadonlyArray<SignerSlot>
  readonly txId: string
  readonly stateVersion: number
}

const Numbered = Schema.Struct({ number: Schema.NullOr(Schema.Number) })
const SignerRow = Schema.Struct({
  badgeId: Schema.String,
  account: AccountAddress,
  since: Schema.Number,
  /**
   * Account that the signers were last notified about; null while the badge is where it was when the rule was
   * confirmed.
   */
  place: Schema.NullOr(Schema.String)
})
type SignerRow = typeof SignerRow.Type
const Kept = Schema.Struct({ communityId: CommunityId })
const Id = Schema.Struct({ id: Schema.String })

export class ApprovalRequestsRepo extends Effect.Service<ApprovalRequestsRepo>()(
  "treasury/multisig/ApprovalRequestsRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOne({
        Request: Schema.String,
        Result: ApprovalRequest,
        execute: (id) => sql`SELECT * FROM approval_requests WHERE id = ${id}`
      })
      const listed = SqlSchema.findAll({
        Request: Schema.Struct({
          communityId: Schema.String,
          states: Schema.Array(Schema.String),
          before: Schema.Number,
          limit: Schema.Int
        }),
        Result: ApprovalRequest,
        execute: ({ before, communityId, limit, states }) => sql`SELECT * FROM approval_requests
        WHERE community_id = ${communityId} AND number < ${before} AND ${sql.in("state", states)}
        ORDER BY number DESC LIMIT ${limit}`
      })
      const first = SqlSchema.findAll({
        Request: Schema.Struct({ communityId: Schema.String, wanted: Schema.Array(Schema.Number), over: Schema.Int }),
        Result: ApprovalRequest,
        execute: ({ communityId, over, wanted }) => sql`SELECT * FROM approval_requests
        WHERE community_id = ${communityId} AND (state IN ('waiting', 'sent') OR ${sql.in("number", wanted)}
          OR number IN (SELECT number FROM approval_requests WHERE community_id = ${communityId}
            AND state NOT IN ('waiting', 'sent') ORDER BY number DESC LIMIT ${over}))
        ORDER BY number DESC`
      })
      const counts = SqlSchema.findAll({
        Request: Schema.String,
        Result: Schema.Struct({ state: RequestState, n: Schema.NumberFromString }),
        execute: (communityId) => sql`SELECT state, CAST(COUNT(*) AS TEXT) AS n FROM approval_requests
        WHERE community_id = ${communityId} GROUP BY state`
      })
      const last = SqlSchema.findOne({
        Request: Schema.String,
        Result: Numbered,
        execute: (communityId) =>
          sql`SELECT MAX(number) AS number FROM approval_requests WHERE community_id = ${communityId}`
      })
      const alive = SqlSchema.findOne({
        Request: Schema.Struct({ communityId: Schema.String, onceKey: Schema.String }),
        Result: ApprovalRequest,
        execute: ({ communityId, onceKey }) => sql`SELECT * FROM approval_requests WHERE community_id = ${communityId}
        AND once_key = ${onceKey} AND state IN ('waiting', 'sent', 'committed', 'mismatch')`
      })
      const waiting = SqlSchema.findAll({
        Request: Schema.String,
        Result: ApprovalRequest,
        execute: (
          communityId
        ) => sql`SELECT * FROM approval_requests WHERE community_id = ${communityId} AND state = 'waiting'
        ORDER BY number`
      })
      const open = SqlSchema.findAll({
        Request: Schema.String,
        Result: ApprovalRequest,
        execute: (communityId) => sql`SELECT * FROM approval_requests WHERE community_id = ${communityId}
        AND state IN ('waiting', 'sent') ORDER BY number`
      })
      const inState = SqlSchema.findAll({
        Request: Schema.Struct({ state: Schema.String, after: Schema.String, limit: Schema.Int }),
        Result: Id,
        execute: ({ after, limit, state }) =>
          sql`SELECT id FROM approval_requests WHERE state = ${state} AND id > ${after} ORDER BY id LIMIT ${limit}`
      })

      const ofTransaction = SqlSchema.findOne({
        Request: Schema.String,
        Result: ApprovalRequest,
        execute: (txId) => sql`SELECT * FROM approval_requests WHERE tx_id = ${txId} ORDER BY id LIMIT 1`
      })
      const notFinal = SqlSchema.findAll({
        Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
        Result: Id,
        // Must match the condition of the index word for word.
        execute: ({ after, limit }) => sql`SELECT id FROM approval_requests WHERE final_at IS NULL
        AND state IN ('failed', 'refused', 'expired', 'withdrawn', 'void') AND id > ${after} ORDER BY id LIMIT ${limit}`
      })

      const seats = SqlSchema.findAll({
        Request: Schema.String,
        Result: SignerRow,
        execute: (communityId) => sql`SELECT badge_id, account, since, place FROM signers
        WHERE community_id = ${communityId} ORDER BY badge_id`
      })

      const kept = SqlSchema.findAll({
        Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
        Result: Kept,
        execute: ({ after, limit }) => sql`SELECT community_id FROM signer_rules
        WHERE community_id > ${after} ORDER BY community_id LIMIT ${limit}`
      })

      /** Locks a treasury until the transaction ends. */
      const turn = (communityId: string) => Effect.orDie(withLocks(sql, [`keepers:${communityId}`]))

      const findOrFail = (communityId: string, id: string) =>
        Effect.orDie(find(id)).pipe(
          Effect.map(Option.filter((found) => found.communityId === communityId)),
          Effect.flatMap(Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))
        )

      /** Runs in the caller's transaction, after `turn`. */
      const insert = Effect.fn("ApprovalRequestsRepo.insert")(function* (request: ApprovalRequest) {
        yield* sql`INSERT INTO approval_requests ${sql.insert(yield* Schema.encode(ApprovalRequest)(request))}`
        return request
      }, Effect.orDie)

      /** Runs in the caller's transaction, after `turn`. */
      const nextNumber = (communityId: string) =>
        Effect.orDie(Effect.map(last(communityId), (found) => (Option.getOrNull(found)?.number ?? 0) + 1))

      /** Writes only if the request is still in the given state. Returns whether it was. */
      const move = Effect.fn("ApprovalRequestsRepo.move")(function* (
        id: string,
        from: RequestState,
        state: RequestState,
        { former, parts, request, signers, ...change }: RequestChange = {}
      ) {
        const updatedAt = yield* Clock.currentTimeMillis
        const texts = {
          ...(former === undefined ? {} : { former: JSON.stringify(former) }),
          ...(parts === undefined ? {} : { parts: JSON.stringify(parts) }),
          ...(request === undefined ? {} : { request: JSON.stringify(request) }),
          ...(signers === undefined ? {} : { signers: JSON.stringify(signers) })
        }
        const rows = yield* sql`UPDATE approval_requests SET ${sql.update({ ...change, ...texts, state, updatedAt })}
        WHERE id = ${id} AND state = ${from} RETURNING id`
        return rows.length > 0
      }, Effect.orDie)

      /** The ledger did not execute it, and cannot any more. */
      const final = (id: string, at: number) =>
        Effect.orDie(sql`UPDATE approval_requests SET final_at = ${at} WHERE id = ${id}`)

      const reminded = (id: string, at: number) =>
        Effect.orDie(sql`UPDATE approval_requests SET reminded_at = ${at} WHERE id = ${id}`)

      /** Stores the rule as just read from the ledger. Signers who stay keep their start date. */
      const keepRule = Effect.fn("ApprovalRequestsRepo.keepRule")(function* ({
        communityId,
        needed,
        seats,
        stateVersion,
        txId
      }: Proven) {
        const now = yield* Clock.currentTimeMillis
        const rule = { communityId, needed, txId, stateVersion, updatedAt: now }
        yield* sql`INSERT INTO signer_rules ${sql.insert(rule)} ON CONFLICT (community_id) DO UPDATE SET
        needed = excluded.needed, tx_id = excluded.tx_id, state_version = excluded.state_version,
        updated_at = excluded.updated_at`
        yield* sql`DELETE FROM signers WHERE community_id = ${communityId}
        AND NOT ${sql.in(
          "badge_id",
          seats.map(({ id }) => id)
        )}`
        for (const { account, id } of seats) {
          yield* sql`INSERT INTO signers ${sql.insert({ communityId, badgeId: id, account, since: now })}
          ON CONFLICT (community_id, badge_id) DO UPDATE SET account = excluded.account, place = NULL`
        }
      }, Effect.orDie)

      /** Removes the rule: any one badge is enough again. */
      const endRule = (communityId: string) =>
        Effect.orDie(sql`DELETE FROM signer_rules WHERE community_id = ${communityId}`)

      return {
        turn,
        findOrFail,
        find: (id: string) => Effect.orDie(find(id)),
        ofTransaction: (txId: string) => Effect.orDie(ofTransaction(txId)),
        /** Requests in one of these states, newest first, below a number. */
        listed: (communityId: string, states: ReadonlyArray<RequestState>, before: number, limit: number) =>
          Effect.orDie(listed({ communityId, states, before, limit })),
        /** Requests that wait or are sent, those with the wanted numbers, and the newest closed ones; newest first. */
        first: (communityId: string, wanted: ReadonlyArray<number>, over: number) =>
          Effect.orDie(first({ communityId, wanted: [0, ...wanted], over })),
        counts: (communityId: string) => Effect.orDie(counts(communityId)),
        /** Requests that wait or are sent, oldest first. */
        open: (communityId: string) => Effect.orDie(open(communityId)),
        alive: (communityId: string, onceKey: string) => Effect.orDie(alive({ communityId, onceKey })),
        waiting: (communityId: string) => Effect.orDie(waiting(communityId)),
        inState: (state: RequestState) => (after: string | null, limit: number) =>
          Effect.map(Effect.orDie(inState({ state, after: after ?? "", limit })), (rows) => rows.map(({ id }) => id)),
        /** Closed here, and not yet read on the ledger after their end. */
        notFinal: (after: string | null, limit: number) =>
          Effect.map(Effect.orDie(notFinal({ after: after ?? "", limit })), (rows) => rows.map(({ id }) => id)),
        /** As last confirmed. */
        seats: (communityId: string) => Effect.orDie(seats(communityId)),
        /** Multisig treasuries, as last confirmed. */
        kept: (after: string | null, limit: number) =>
          Effect.map(Effect.orDie(kept({ after: after ?? "", limit })), (rows) => rows.map((row) => row.communityId)),
        /** A badge moved; its new holder is notified of waiting requests. */
        moveSlot: (communityId: string, badgeId: string, { account, place }: Pick<SignerRow, "account" | "place">) =>
          Effect.orDie(sql`UPDATE signers SET account = ${account}, place = ${place}
          WHERE community_id = ${communityId} AND badge_id = ${badgeId}`),
        insert,
        nextNumber,
        move,
        final,
        reminded,
        keepRule,
        endRule
      }
    })
  }
) {}
