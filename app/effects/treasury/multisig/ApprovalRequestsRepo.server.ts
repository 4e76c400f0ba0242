/** Stores requests, and the rule as last confirmed on the ledger. */
import { Array as Arr, Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { readAs, type Statement } from "~/effects/base/db/readAs.server"
import { Sql } from "~/effects/base/db/statements.server"
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

const Id = Schema.Struct({ id: Schema.String })
const requestsIn = readAs(ApprovalRequest)
const requestIn = (statement: Statement) => Effect.map(requestsIn(statement), Arr.head)
const idsIn = (statement: Statement) => Effect.map(readAs(Id)(statement), (rows) => rows.map(({ id }) => id))
const signersIn = readAs(SignerRow)
const linesIn = readAs(
  Schema.Union(
    Schema.Struct({ state: RequestState, n: Schema.NumberFromString }),
    Schema.Struct({
      state: Schema.Null,
      badgeId: Schema.String,
      account: AccountAddress,
      since: Schema.NumberFromString
    })
  )
)
const numbersIn = readAs(Schema.Struct({ number: Schema.NullOr(Schema.Number) }))
const communitiesIn = readAs(Schema.Struct({ communityId: CommunityId }))

export class ApprovalRequestsRepo extends Effect.Service<ApprovalRequestsRepo>()(
  "treasury/multisig/ApprovalRequestsRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql

      const find = (id: string) => requestIn(sql`SELECT * FROM approval_requests WHERE id = ${id}`)

      /** Locks a treasury until the transaction ends. */
      const turn = (communityId: CommunityId) => withLocks(sql, [`signers:${communityId}`])

      const findOrFail = (communityId: CommunityId, id: string) =>
        Effect.flatMap(find(id), (found) =>
          Option.isSome(found) && found.value.communityId === communityId
            ? Effect.succeed(found.value)
            : new NotThere({})
        )

      /** Runs in the caller's transaction, after `turn`. */
      const insert = Effect.fn("ApprovalRequestsRepo.insert")(function* (request: ApprovalRequest) {
        yield* sql`INSERT INTO approval_requests ${sql.insert(yield* Schema.encode(ApprovalRequest)(request))}`
        return request
      }, Effect.orDie)

      /** Runs in the caller's transaction, after `turn`. */
      const nextNumber = (communityId: CommunityId) =>
        Effect.map(
          numbersIn(sql`SELECT MAX(number) AS number FROM approval_requests WHERE community_id = ${communityId}`),
          ([last]) => (last?.number ?? 0) + 1
        )

      /** Writes only if the request is still in the given state. Returns whether it was. */
      const move = Effect.fn("ApprovalRequestsRepo.move")(function* (
        id: string,
        from: RequestState,
        state: RequestState,
        { former, parts, request, signers, ...change }: RequestChange = {}
      ) {
        const updatedAt = yield* Clock.currentTimeMillis
        const lists = Object.entries({ former, parts, request, signers }).filter(([, value]) => value !== undefined)
        const texts = Object.fromEntries(lists.map(([name, value]) => [name, JSON.stringify(value)]))
        const rows = yield* sql`UPDATE approval_requests SET ${sql.update({ ...change, ...texts, state, updatedAt })}
        WHERE id = ${id} AND state = ${from} RETURNING id`
        return rows.length > 0
      })

      /** Stores the rule as just read from the ledger. Signers who stay keep their start date. */
      const storeRule = Effect.fn("ApprovalRequestsRepo.storeRule")(function* ({
        communityId,
        needed,
        seats,
        stateVersion,
        txId
      }: Proven) {
        const now = yield* Clock.currentTimeMillis
        const rule = { communityId, needed, txId, stateVersion, updatedAt: now }
        const ids = seats.map(({ id }) => id)
        yield* sql`INSERT INTO signer_rules ${sql.insert(rule)} ON CONFLICT (community_id) DO UPDATE SET
        needed = excluded.needed, tx_id = excluded.tx_id, state_version = excluded.state_version,
        updated_at = excluded.updated_at`
        yield* sql`DELETE FROM signers WHERE community_id = ${communityId} AND NOT ${sql.in("badge_id", ids)}`
        for (const { account, id } of seats) {
          yield* sql`INSERT INTO signers ${sql.insert({ communityId, badgeId: id, account, since: now })}
          ON CONFLICT (community_id, badge_id) DO UPDATE SET account = excluded.account, place = NULL`
        }
      })

      return {
        turn,
        findOrFail,
        find,
        ofTransaction: (txId: string) =>
          requestIn(sql`SELECT * FROM approval_requests WHERE tx_id = ${txId} ORDER BY id LIMIT 1`),
        /** Requests in one of these states, newest first, below a number. */
        listed: (communityId: CommunityId, states: ReadonlyArray<RequestState>, before: number, limit: number) =>
          requestsIn(sql`SELECT * FROM approval_requests
          WHERE community_id = ${communityId} AND number < ${before} AND ${sql.in("state", states)}
          ORDER BY number DESC LIMIT ${limit}`),
        /** Requests that wait or are sent, those with the wanted numbers, and the newest closed ones; newest first. */
        first: (communityId: CommunityId, wanted: ReadonlyArray<number>, over: number) =>
          requestsIn(sql`SELECT * FROM approval_requests
          WHERE community_id = ${communityId} AND (state IN ('waiting', 'sent') OR ${sql.in("number", [0, ...wanted])}
            OR number IN (SELECT number FROM approval_requests WHERE community_id = ${communityId}
              AND state NOT IN ('waiting', 'sent') ORDER BY number DESC LIMIT ${over}))
          ORDER BY number DESC`),
        /** How many requests are in each state, and the signers as last confirmed, in one statement. */
        overview: (communityId: CommunityId) =>
          Effect.map(
            linesIn(sql`SELECT state, CAST(COUNT(*) AS TEXT) AS n, NULL AS badge_id, NULL AS account, NULL AS since
            FROM approval_requests WHERE community_id = ${communityId} GROUP BY state
            UNION ALL SELECT NULL, NULL, badge_id, account, CAST(since AS TEXT) FROM signers
            WHERE community_id = ${communityId}`),
            (lines) => ({
              counts: lines.filter((line) => line.state !== null),
              signers: lines.filter((line) => line.state === null)
            })
          ),
        /** Requests that wait or are sent, oldest first. */
        open: (communityId: CommunityId) =>
          requestsIn(sql`SELECT * FROM approval_requests WHERE community_id = ${communityId}
          AND state IN ('waiting', 'sent') ORDER BY number`),
        alive: (communityId: CommunityId, idempotencyKey: string) =>
          requestIn(sql`SELECT * FROM approval_requests WHERE community_id = ${communityId}
          AND idempotency_key = ${idempotencyKey} AND state IN ('waiting', 'sent', 'committed', 'mismatch')`),
        waiting: (communityId: CommunityId) =>
          requestsIn(sql`SELECT * FROM approval_requests WHERE community_id = ${communityId} AND state = 'waiting'
          ORDER BY number`),
        inState: (state: RequestState) => (after: string | null, limit: number) =>
          idsIn(sql`SELECT id FROM approval_requests WHERE state = ${state} AND id > ${after ?? ""}
          ORDER BY id LIMIT ${limit}`),
        /** Closed here, and not yet read on the ledger after their end. */
        notFinal: (after: string | null, limit: number) =>
          // Must match the condition of the index word for word.
          idsIn(sql`SELECT id FROM approval_requests WHERE final_at IS NULL
          AND state IN ('failed', 'refused', 'expired', 'withdrawn', 'void') AND id > ${after ?? ""}
          ORDER BY id LIMIT ${limit}`),
        /** As last confirmed. */
        seats: (communityId: CommunityId) =>
          signersIn(sql`SELECT badge_id, account, since, place FROM signers
          WHERE community_id = ${communityId} ORDER BY badge_id`),
        /** Multisig treasuries, as last confirmed. */
        multisigTreasuries: (after: string | null, limit: number) =>
          Effect.map(
            communitiesIn(sql`SELECT community_id FROM signer_rules
            WHERE community_id > ${after ?? ""} ORDER BY community_id LIMIT ${limit}`),
            (rows) => rows.map(({ communityId }) => communityId)
          ),
        /** A badge moved; its new holder is notified of waiting requests. */
        moveSlot: (
          communityId: CommunityId,
          badgeId: string,
          { account, place }: Pick<SignerRow, "account" | "place">
        ) =>
          sql`UPDATE signers SET account = ${account}, place = ${place}
          WHERE community_id = ${communityId} AND badge_id = ${badgeId}`,
        insert,
        nextNumber,
        move,
        /** The ledger did not execute it, and cannot any more. */
        final: (id: string, at: number) => sql`UPDATE approval_requests SET final_at = ${at} WHERE id = ${id}`,
        reminded: (id: string, at: number) => sql`UPDATE approval_requests SET reminded_at = ${at} WHERE id = ${id}`,
        storeRule,
        /** Removes the rule: any one badge is enough again. */
        endRule: (communityId: CommunityId) => sql`DELETE FROM signer_rules WHERE community_id = ${communityId}`
      }
    })
  }
) {}
