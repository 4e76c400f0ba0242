/** What keepers were asked to sign, on disk. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { Seal, type SealPurpose } from "~/effects/base/settings/Seal.server"
import { decodeTransaction } from "~/ledger/index"
import { ActState, Part, type PartState } from "./Act"
import { MARGIN_MS } from "./loans"

/** Whoever has enough of them and the site's key can spend, so they are stored encrypted. */
export const KEEPER_LOANS: SealPurpose = "signed keeper loans"

const Known = Schema.Struct({ ...Part.fields, actNumber: Schema.Number, actState: ActState })

export class PartsRepo extends Effect.Service<PartsRepo>()("effects/keepers/PartsRepo", {
  dependencies: [Seal.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const secrets = yield* Seal
    const find = SqlSchema.findOne({
      Request: Schema.String,
      Result: Part,
      execute: (id) => sql`SELECT * FROM keeper_parts WHERE id = ${id}`
    })
    const recent = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, after: Schema.Number }),
      Result: Known,
      execute: ({ after, communityId }) => sql`SELECT p.*, a.number AS act_number, a.state AS act_state
        FROM keeper_parts p JOIN keeper_acts a ON a.id = p.act_id
        WHERE p.community_id = ${communityId} AND p.expires_at > ${after} ORDER BY p.created_at, p.id`
    })

    /** Writes only where the part is still in the given state. Answers whether it was. */
    const move = Effect.fn("PartsRepo.move")(function* (
      id: string,
      from: PartState,
      state: PartState,
      change: Partial<Pick<Part, "sealed" | "subintentHash">> = {}
    ) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE keeper_parts SET ${sql.update({ ...change, state, updatedAt })}
        WHERE id = ${id} AND state = ${from} RETURNING id`
      return rows.length > 0
    }, Effect.orDie)

    /** A part that a committed transaction used opens nothing any more; what was signed is let go. */
    const used = Effect.fn("PartsRepo.used")(function* (actId: string, hashes: ReadonlyArray<string>) {
      if (hashes.length === 0) return
      const updatedAt = yield* Clock.currentTimeMillis
      yield* sql`UPDATE keeper_parts SET state = 'used', sealed = NULL, updated_at = ${updatedAt}
        WHERE act_id = ${actId} AND ${sql.in("subintent_hash", hashes)}`
    }, Effect.orDie)

    /** Signed loans of an act that will not happen are let go; until they end they count as lent all the same. */
    const letGo = (actId: string) =>
      Effect.orDie(sql`UPDATE keeper_parts SET sealed = NULL WHERE act_id = ${actId} AND sealed IS NOT NULL`)

    /** The signed part, decoded again. Dies where it is not what was stored: nothing can be done with it. */
    const signedOf = Effect.fnUntraced(function* ({ id, sealed }: Pick<Part, "id" | "sealed">) {
      const transaction = yield* Effect.orDie(decodeTransaction(yield* secrets.decrypt(KEEPER_LOANS, id, sealed ?? "")))
      return transaction.kind === "signedPartial"
        ? transaction.body
        : yield* Effect.dieMessage("a stored loan is no signed part")
    })

    return {
      mustFind: (communityId: string, actId: string, id: string) =>
        Effect.orDie(find(id)).pipe(
          Effect.map(Option.filter((found) => found.communityId === communityId && found.actId === actId)),
          Effect.flatMap(Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))
        ),
      /** All parts of a treasury that may still be live, the oldest first. */
      recent: (communityId: string, now: number) => Effect.orDie(recent({ communityId, after: now - MARGIN_MS })),
      insert: (part: Part) =>
        Effect.orDie(
          Effect.flatMap(Schema.encode(Part)(part), (row) => sql`INSERT INTO keeper_parts ${sql.insert(row)}`)
        ),
      seal: (signedHex: string, partId: string) => secrets.encrypt(KEEPER_LOANS, partId, Buffer.from(signedHex, "hex")),
      signedOf,
      move,
      used,
      letGo
    }
  })
}) {}
