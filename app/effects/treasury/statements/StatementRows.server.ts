/**
 * A treasury's movements in a span of time, for its statements. A read model: why and by whom they were made is looked up
 * in the tables of payouts, bonds, proposals, steps and people, none of which it writes.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema, Stream } from "effect"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { AT_ONCE, inParts, pageOf, readInPages, readUpTo } from "~/effects/base/jobs/inParts"

const named = rowOf("treasury_movements", ["at", "stateVersion", "resource"])

const What = {
  at: Schema.Number,
  stateVersion: Schema.Number,
  resource: Schema.String,
  change: AmountFromText,
  fee: Schema.NullOr(AmountFromText),
  kind: Schema.String,
  purpose: Schema.NullOr(Schema.String),
  transactionFee: Schema.NullOr(AmountFromText)
}
const Light = Schema.Struct(What).annotations(named)
export type LightRow = typeof Light.Type
const decodeLight = Schema.decodeUnknown(Schema.Array(Light))
/** Rows with little in them that are decoded at a time. */
const LIGHT_AT_ONCE = 1_000

const Signer = Schema.Struct({ account: Schema.String, name: Schema.NullOr(Schema.String) })

const Full = Schema.Struct({
  ...What,
  txId: Schema.String,
  /** Of the payout or the vote that it was for. */
  title: Schema.NullOr(Schema.String),
  payout: Schema.NullOr(Schema.Number),
  budget: Schema.NullOr(Schema.Number),
  vote: Schema.NullOr(Schema.Number),
  series: Schema.NullOr(Schema.String),
  signer: Schema.NullOr(Schema.String),
  signerName: Schema.NullOr(Schema.String),
  /** Where keepers paid it: their number for it, what they wrote, and who of them signed. */
  act: Schema.NullOr(Schema.Number),
  actPayload: Schema.NullOr(Schema.parseJson(Schema.Struct({ reason: Schema.String }))),
  actSigners: Schema.NullOr(Schema.parseJson(Schema.Array(Signer)))
}).annotations(named)
export type FullRow = typeof Full.Type

/** The last movement of a page. */
export const MovementKey = Schema.Struct({ at: Schema.Number, stateVersion: Schema.Number, resource: Schema.String })
export type MovementKey = typeof MovementKey.Type

const SpanFields = {
  id: Schema.String,
  from: Schema.Number,
  to: Schema.Number,
  /** The last version of the ledger that counts. */
  until: Schema.Number,
  limit: Schema.Int
}

export interface Span {
  readonly id: string
  readonly from: number
  readonly to: number
  /** The last version of the ledger that counts. */
  readonly until: number
  readonly limit: number
}

/** Of a movement `m`: its record `r`, and the payout `d` that it was for. */
export const RECORDS = `LEFT JOIN ledger_records r ON r.community_id = m.community_id AND r.tx_id = m.tx_id
      LEFT JOIN distributions d ON r.kind IN ('drop', 'recover', 'park', 'park-back', 'park-return') AND d.id = SUBSTR(r.related, 1, 12)`

type Asked = Span & { readonly after: MovementKey }

/** Read by key, others have their turn in between. */
const inTurns = <A extends MovementKey, E>(
  read: (asked: Asked) => Effect.Effect<ReadonlyArray<A>, E>,
  { after: last, limit: most, ...span }: Span & { readonly after: MovementKey | null }
) => {
  const first = last !== null && last.at >= span.from ? last : { at: span.from, stateVersion: -1, resource: "" }
  const limit = Math.min(AT_ONCE, most)
  const parts = readInPages(first, (after) =>
    Effect.map(Effect.orDie(read({ ...span, after, limit })), (found) =>
      pageOf(found, limit, ({ at, resource, stateVersion }): MovementKey => ({ at, stateVersion, resource }))
    )
  )
  return readUpTo(most, parts)
}

export class StatementRows extends Effect.Service<StatementRows>()("effects/StatementRows", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const began = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ at: Schema.Number }),
      execute: (id) => sql`SELECT at FROM ledger_records WHERE community_id = ${id} AND state_version > 0
        ORDER BY state_version, tx_id LIMIT 1`
    })

    const kind = sql.literal(`COALESCE(r.kind, 'seen') AS kind, d.purpose, r.fee AS transaction_fee`)
    const records = sql.literal(RECORDS)

    /** One statement, of whose rows some are decoded at a time. */
    const rows = ({ from, id, limit, to, until }: Span) => sql`
        SELECT m.at, m.state_version, m.resource, m.change, m.fee, ${kind}
        FROM treasury_movements m ${records}
        WHERE m.community_id = ${id} AND m.at >= ${from} AND m.at < ${to} AND m.state_version <= ${until}
        ORDER BY m.at, m.state_version, m.resource LIMIT ${limit}`

    const page = SqlSchema.findAll({
      Request: Schema.Struct({ ...SpanFields, after: MovementKey }),
      Result: Full,
      execute: ({ after, id, limit, to, until }) => sql`
        SELECT m.at, m.state_version, m.resource, m.change, m.fee, ${kind}, m.tx_id,
          COALESCE(d.title, p.title, g.title) AS title, g.number AS budget, d.number AS payout, p.number AS vote, s.code AS series,
          COALESCE(b.account, k.account) AS signer, u.username AS signer_name,
          a.number AS act, a.payload AS act_payload, a.signers AS act_signers
        FROM treasury_movements m ${records}
        LEFT JOIN proposals p ON r.kind = 'proposal-execution' AND p.id = r.related
        LEFT JOIN budgets g ON r.kind IN ('budget-park', 'budget-back', 'budget-return') AND g.id = r.related
        LEFT JOIN bond_series s ON s.id = CASE WHEN r.kind IN
          ('bond-series', 'bond-settlement', 'bond-redemption', 'bond-park', 'bond-park-back', 'bond-park-return')
          THEN r.related ELSE (SELECT c.series_id FROM bond_coupons c WHERE c.distribution_id = d.id LIMIT 1) END
        LEFT JOIN ledger_steps k ON k.tx_id = m.tx_id AND k.state = 'verified'
        LEFT JOIN keeper_acts a ON a.tx_id = m.tx_id AND a.state IN ('committed', 'mismatch')
        LEFT JOIN bond_batches b ON b.tx_id = m.tx_id
        LEFT JOIN users u ON u.account_address = COALESCE(b.account, k.account) AND u.status = 'active'
        WHERE m.community_id = ${id} AND m.at < ${to} AND m.state_version <= ${until}
          AND (m.at, m.state_version, m.resource) > (${after.at}, ${after.stateVersion}, ${after.resource})
        ORDER BY m.at, m.state_version, m.resource LIMIT ${limit}`
    })

    return {
      /** When the first transaction in its name was; none before that. */
      began: (id: string) =>
        Effect.orDie(
          Effect.map(
            began(id),
            Option.map(({ at }) => at)
          )
        ),
      /** Those of a span, for its sums; the oldest first. */
      rows: (span: Span) =>
        Effect.orDie(
          Effect.flatMap(rows(span), (found) =>
            readUpTo(span.limit, Stream.mapEffect(inParts(found, LIGHT_AT_ONCE), decodeLight))
          )
        ),
      /** Some of them with all that is known, from the first moment of the span, or after a movement. */
      page: (asked: Span & { readonly after: MovementKey | null }) => inTurns(page, asked)
    }
  })
}) {}
