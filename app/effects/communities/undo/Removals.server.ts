/**
 * Records what people remove, so that they can undo it for some seconds (docs/product/safety.md). The rows are recorded
 * in the transaction that removes them, and written back in the transaction that marks the removal as undone: two
 * servers or two clicks bring nothing back twice, and a crash leaves either everything or nothing.
 */
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { coded } from "~/effects/base/failures/coded"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { type InsideKind, insideKinds, type RemovalNotice, type RemovalState, UNDO_SECONDS } from "./Removal"

/** Unknown, of another person, or of another session. */
export class NothingToUndo extends coded("NothingToUndo", "E-NOT-FOUND", 404, {
  message: "There is nothing to undo. A removal can be undone once, for 10 seconds, in the browser it was made in."
}) {}

export class TooLateToUndo extends coded("TooLateToUndo", "E-STATE", 409, {
  message: "The 10 seconds have passed, so this stays removed."
}) {}

/** Something has changed since: nothing was brought back. */
export class CannotUndo extends coded("CannotUndo", "E-STATE", 409, {
  fields: { why: Schema.String },
  message: ({ why }) => `${why} This stays removed.`
}) {}

const SHOWN = Duration.toMillis(Duration.seconds(UNDO_SECONDS))
/** For the way of the request. */
const MARGIN = Duration.toMillis("5 seconds")
/** Milliseconds for which the server accepts it. */
export const UNDO_POSSIBLE = SHOWN + MARGIN
/** How long the bytes of removed files stay: longer than their rows can come back. */
export const FILES_STAY = UNDO_POSSIBLE + Duration.toMillis("1 minute")
const ID_LENGTH = 20

const Value = Schema.Union(Schema.String, Schema.Number, Schema.Null)
const RemovedRow = Schema.Record({ key: Schema.String, value: Value })
/** A row with the columns to write back. */
export type RemovedRow = typeof RemovedRow.Type
/** Rows by the name that the feature gives them. */
const RemovedRows = Schema.Record({ key: Schema.String, value: Schema.Array(RemovedRow) })
export type RemovedRows = typeof RemovedRows.Type
/** Decodes the columns of a removed row that its restorer reads. A row that this site wrote always decodes. */
export const decodedRow = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(schema)
  return (row: RemovedRow | undefined): Effect.Effect<A> => Effect.orDie(decode(row))
}

const asJson = Schema.encodeSync(Schema.parseJson(RemovedRows))

const Facts = Schema.Struct({
  path: Schema.String,
  state: Schema.Literal("removed", "undone"),
  shownUntil: Schema.Number
})

/** Who acts, in which session. */
export interface Remover {
  readonly account: AccountAddress
  readonly sessionId: string
}

/** In a community, or the draft of one, which belongs to its founder alone. */
export type Removal = (
  | { readonly kind: InsideKind; readonly communityId: CommunityId }
  | { readonly kind: "community-draft"; readonly communityId: null }
) & {
  /** The page that shows the thing once it is back. */
  readonly path: string
}

export class Removals extends Effect.Service<Removals>()("communities/undo/Removals", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** Runs a removal and records what it removed; the id is null if that was nothing. */
    const record = <E, R>(
      { account, sessionId }: Remover,
      removal: Removal,
      removing: Effect.Effect<RemovedRows | null, E, R>
    ) =>
      Effect.gen(function* () {
        const removed = yield* removing
        if (removed === null) return { id: null, removed }
        const now = yield* Clock.currentTimeMillis
        const id = yield* randomId(ID_LENGTH)
        yield* sql`INSERT INTO removals ${sql.insert({
          ...removal,
          id,
          accountAddress: account,
          sessionId,
          removed: asJson(removed),
          state: "removed" satisfies RemovalState,
          createdAt: now,
          shownUntil: now + SHOWN,
          expiresAt: now + UNDO_POSSIBLE
        })}`
        return { id, removed }
      }).pipe(atomically(sql), Effect.withSpan("Removals.record"))

    const select = findOne({
      Request: Schema.Struct({ id: Schema.String, account: AccountAddress, sessionId: Schema.String }),
      Result: Schema.Union(
        Schema.Struct({ kind: Schema.Literal(...insideKinds), communityId: CommunityId, ...Facts.fields }),
        Schema.Struct({ kind: Schema.Literal("community-draft"), communityId: Schema.Null, ...Facts.fields })
      ),
      execute: ({ account, id, sessionId }) => sql`SELECT kind, community_id, path, state, shown_until FROM removals
        WHERE id = ${id} AND account_address = ${account} AND session_id = ${sessionId}`
    })

    /** What pages of this session show about a removal, if anything. */
    const notice = Effect.fn("Removals.notice")(function* (id: string, remover: Remover) {
      const found = yield* select({ id, ...remover })
      const now = yield* Clock.currentTimeMillis
      return Option.getOrNull(
        Option.map(
          Option.filter(found, ({ shownUntil }) => shownUntil > now),
          ({ kind, shownUntil, state }): RemovalNotice => ({ id, kind, state, left: shownUntil - now })
        )
      )
    })

    /** The removal, if this session made it; whether it is still possible to undo it is decided by `undo`. */
    const find = Effect.fn("Removals.find")((id: string, remover: Remover) =>
      Effect.flatMap(
        select({ id, ...remover }),
        Option.match({ onNone: () => new NothingToUndo({}), onSome: Effect.succeed })
      )
    )

    const open = findOne({
      Request: Schema.Struct({ id: Schema.String, now: Schema.Number, until: Schema.Number }),
      Result: Schema.Struct({ removed: Schema.parseJson(RemovedRows) }),
      execute: ({ id, now, until }) => sql`UPDATE removals SET state = 'undone', shown_until = ${until}
        WHERE id = ${id} AND state = 'removed' AND expires_at > ${now} RETURNING removed`
    })

    /** Undoes a removal once. A second click finds it undone, which is what it wanted. */
    const undo = <E, R>(id: string, remover: Remover, restore: (rows: RemovedRows) => Effect.Effect<void, E, R>) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const opened = yield* open({ id, now, until: now + SHOWN })
        if (Option.isNone(opened)) {
          const { state } = yield* find(id, remover)
          return state === "undone" ? undefined : yield* new TooLateToUndo({})
        }
        yield* restore(opened.value.removed)
        yield* sql`UPDATE removals SET removed = '{}' WHERE id = ${id}`
      }).pipe(atomically(sql), Effect.withSpan("Removals.undo"))

    return {
      record,
      notice,
      find,
      undo,
      /** Of an account that is removed or taken down. Joins the caller's transaction. */
      forget: (account: AccountAddress) => Effect.asVoid(sql`DELETE FROM removals WHERE account_address = ${account}`),
      deleteEnded: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.asVoid(sql`DELETE FROM removals WHERE expires_at <= ${now} AND shown_until <= ${now}`)
      )
    }
  })
}) {}

/** Deletes what can no longer be undone, so that a removed text stays a minute and not an hour. */
export const removalsJob = Effect.map(
  Removals,
  ({ deleteEnded }): Job => ({ name: "removals", every: "minute", run: deleteEnded })
).pipe(Effect.provide(Removals.Default))
