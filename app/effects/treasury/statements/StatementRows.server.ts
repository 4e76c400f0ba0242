/**
 * A treasury's movements in a period, for its statements. A read model: reasons and signers come from the tables of
 * payouts, bonds, proposals, transactions and people, and it writes none of them.
 */
import { Effect, Option, Schema, Stream } from "effect"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { AT_ONCE, inParts, pageOf, readInPages, readUpTo } from "~/effects/base/jobs/inParts"
import { MovementKey, type Part } from "./position"

const named = rowOf("treasury_movements", ["at", "stateVersion", "resource"])

/** The table of a part's movements, and the key that separates those of one transaction. */
export const TABLES: Readonly<Record<Part, { readonly table: string; readonly key: string }>> = {
  treasury: { table: "treasury_movements", key: "m.resource" },
  // Two escrow accounts may take part in one transaction.
  escrow: { table: "escrow_movements", key: "m.resource || ' ' || m.account" }
}

const What = {
  at: Schema.Number,
  stateVersion: Schema.Number,
  resource: Schema.String,
  key: Schema.String,
  change: AmountFromText,
  fee: Schema.NullOr(AmountFromText),
  kind: Schema.String,
  purpose: Schema.NullOr(Schema.String),
  transactionFee: Schema.NullOr(AmountFromText)
}
const Light = Schema.Struct(What).annotations(named)
export type LightRow = typeof Light.Type
const decodeLight = Schema.decodeUnknown(Schema.Array(Light))
/** Small rows decoded at a time. */
const LIGHT_AT_ONCE = 1_000

const Signer = Schema.Struct({ account: Schema.String, name: Schema.NullOr(Schema.String) })

const Full = Schema.Struct({
  ...What,
  txId: Schema.String,
  /** Title of the payout or the vote that it was for. */
  title: Schema.NullOr(Schema.String),
  payout: Schema.NullOr(Schema.Number),
  budget: Schema.NullOr(Schema.Number),
  vote: Schema.NullOr(Schema.Number),
  series: Schema.NullOr(Schema.String),
  /**
   * The account that was asked to sign it; otherwise the accounts that proved an admin badge in it on the ledger,
   * separated by spaces.
   */
  signer: Schema.NullOr(Schema.String),
  /** Name of a single signer. */
  signerName: Schema.NullOr(Schema.String),
  /** For a payment by several signers: the number of their request, its reason, and who of them signed. */
  requestNumber: Schema.NullOr(Schema.Number),
  requestPayload: Schema.NullOr(
    Schema.parseJson(
      Schema.Struct({
        reason: Schema.String,
        vote: Schema.optional(Schema.NullOr(Schema.Unknown)),
        noVote: Schema.optional(Schema.NullOr(Schema.String))
      })
    )
  ),
  /** The hash that the signers of a request signed. */
  requestRoot: Schema.NullOr(Schema.parseJson(Schema.Struct({ hash: Schema.String }))),
  requestSigners: Schema.NullOr(Schema.parseJson(Schema.Array(Signer))),
  /** The relayer key signed it; the account that it moved from has no signer. */
  bySite: Schema.Int,
  escrow: Schema.NullOr(Schema.String),
  escrowPath: Schema.NullOr(Schema.String),
  payee: Schema.NullOr(Schema.String),
  paymentReason: Schema.NullOr(Schema.String),
  people: Schema.NullOr(Schema.Number)
}).annotations(named)
export type FullRow = typeof Full.Type

const SpanFields = {
  part: Schema.Literal("treasury", "escrow"),
  id: Schema.String,
  from: Schema.Number,
  to: Schema.Number,
  /** The last ledger version that counts. */
  until: Schema.Number,
  limit: Schema.Int
}

export interface Span {
  readonly part: Part
  readonly id: string
  readonly from: number
  readonly to: number
  /** The last ledger version that counts. */
  readonly until: number
  readonly limit: number
}

/** Joins a movement `m` to its record `r`, and to the payout `d` that it was for. */
export const RECORDS = `LEFT JOIN ledger_records r ON r.community_id = m.community_id AND r.tx_id = m.tx_id
      LEFT JOIN distributions d ON r.kind IN ('drop', 'recover', 'park', 'park-back', 'park-return') AND d.id = SUBSTR(r.related, 1, 12)`

type Asked = Span & { readonly after: MovementKey }

/** Reads by key, in parts, so that other work runs in between. */
const inTurns = <A extends MovementKey, E>(
  read: (asked: Asked) => Effect.Effect<ReadonlyArray<A>, E>,
  { after: last, limit: most, ...span }: Span & { readonly after: MovementKey | null }
) => {
  const first = last !== null && last.at >= span.from ? last : { at: span.from, stateVersion: -1, key: "" }
  const limit = Math.min(AT_ONCE, most)
  const parts = readInPages(first, (after) =>
    Effect.map(Effect.orDie(read({ ...span, after, limit })), (found) =>
      pageOf(found, limit, ({ at, key, stateVersion }): MovementKey => ({ at, stateVersion, key }))
    )
  )
  return readUpTo(most, parts)
}

export const makeStatementRows = Effect.gen(function* () {
  const sql = yield* Sql

  const began = findOne({
    Request: Schema.String,
    Result: Schema.Struct({ at: Schema.Number, escrows: Schema.Int }),
    execute: (id) => sql`SELECT at, CASE WHEN EXISTS (SELECT 1 FROM escrow_accounts e WHERE e.community_id = ${id})
          THEN 1 ELSE 0 END AS escrows FROM ledger_records WHERE community_id = ${id} AND state_version > 0
        ORDER BY state_version, tx_id LIMIT 1`
  })

  const kind = sql.literal(`COALESCE(r.kind, 'seen') AS kind, d.purpose, r.fee AS transaction_fee`)
  const records = sql.literal(RECORDS)
  const keyOf = (part: Part) => sql.literal(TABLES[part].key)
  const tableOf = (part: Part) => sql.literal(TABLES[part].table)
  /** Columns of escrow details; movements of the treasury have none. */
  const ofPart = {
    treasury: {
      columns: sql.literal(
        `NULL AS escrow, NULL AS escrow_path, NULL AS payee, NULL AS payment_reason, NULL AS people`
      ),
      joins: sql.literal("")
    },
    escrow: {
      columns:
        sql.literal(`e.about AS escrow, SUBSTR(e.target, LENGTH('/community/detail/' || m.community_id || '/') + 1)
            AS escrow_path, COALESCE(pu.username, bp.account) AS payee, bp.reason AS payment_reason,
          x.people AS people`),
      joins: sql.literal(`LEFT JOIN escrow_accounts e ON e.account = m.account
        LEFT JOIN budget_payments bp ON r.kind = 'budget-pay' AND bp.budget_id = r.related AND bp.tx_id = m.tx_id
        LEFT JOIN users pu ON pu.account_address = bp.account AND pu.status = 'active'
        LEFT JOIN distribution_chunks x ON r.kind = 'drop' AND x.distribution_id = d.id AND x.tx_id = m.tx_id`)
    }
  } as const

  /** One statement, whose rows are decoded in parts. */
  const rows = ({ from, id, limit, part, to, until }: Span) => sql`
        SELECT m.at, m.state_version, m.resource, ${keyOf(part)} AS key, m.change, m.fee, ${kind}
        FROM ${tableOf(part)} m ${records}
        WHERE m.community_id = ${id} AND m.at >= ${from} AND m.at < ${to} AND m.state_version <= ${until}
        ORDER BY m.at, m.state_version, ${keyOf(part)} LIMIT ${limit}`

  const page = findAll({
    Request: Schema.Struct({ ...SpanFields, after: MovementKey }),
    Result: Full,
    execute: ({ after, id, limit, part, to, until }) => sql`
        SELECT m.at, m.state_version, m.resource, ${keyOf(part)} AS key, m.change, m.fee, ${kind}, m.tx_id,
          COALESCE(d.title, p.title, g.title) AS title, g.number AS budget, d.number AS payout, p.number AS vote, s.code AS series,
          COALESCE(b.account, k.account, f.account, NULLIF(r.provers, '')) AS signer, u.username AS signer_name,
          a.number AS request_number, a.payload AS request_payload, a.signers AS request_signers, a.request AS request_root,
          ${ofPart[part].columns},
          CASE WHEN EXISTS (SELECT 1 FROM escrow_accounts y WHERE y.account = COALESCE(b.account, k.account, f.account))
            THEN 1 ELSE 0 END AS by_site
        FROM ${tableOf(part)} m ${records} ${ofPart[part].joins}
        LEFT JOIN proposals p ON r.kind = 'proposal-execution' AND p.id = r.related
        LEFT JOIN budgets g ON r.kind IN ('budget-park', 'budget-back', 'budget-return') AND g.id = r.related
        LEFT JOIN bond_series s ON s.id = CASE WHEN r.kind IN
          ('bond-series', 'bond-settlement', 'bond-redemption', 'bond-park', 'bond-park-back', 'bond-park-return')
          THEN r.related ELSE (SELECT c.series_id FROM bond_coupons c WHERE c.distribution_id = d.id LIMIT 1) END
        LEFT JOIN prepared_transactions k ON k.tx_id = m.tx_id AND k.state = 'verified'
        LEFT JOIN prepared_transactions f ON f.tx_id = m.tx_id AND f.state = 'failed'
          AND EXISTS (SELECT 1 FROM escrow_accounts z WHERE z.account = f.account)
        LEFT JOIN approval_requests a ON a.tx_id = m.tx_id AND a.state IN ('committed', 'mismatch')
        LEFT JOIN bond_batches b ON b.tx_id = m.tx_id
        LEFT JOIN users u ON u.account_address = COALESCE(b.account, k.account, f.account, NULLIF(r.provers, '')) AND u.status = 'active'
        WHERE m.community_id = ${id} AND m.at < ${to} AND m.state_version <= ${until}
          AND (m.at, m.state_version, ${keyOf(part)}) > (${after.at}, ${after.stateVersion}, ${after.key})
        ORDER BY m.at, m.state_version, ${keyOf(part)} LIMIT ${limit}`
  })

  return {
    /** Time of the treasury's first transaction, and whether anything was ever set aside; none before the first. */
    began: (id: string) =>
      Effect.map(
        began(id),
        Option.map(({ at, escrows }) => ({ at, hasEscrows: escrows === 1 }))
      ),
    /** Movements of a period for its sums, oldest first. */
    rows: (span: Span) =>
      Effect.orDie(
        Effect.flatMap(rows(span), (found) =>
          readUpTo(span.limit, Stream.mapEffect(inParts(found, LIGHT_AT_ONCE), decodeLight))
        )
      ),
    /** Some movements with all details, from the beginning of the period, or after a movement. */
    page: (asked: Span & { readonly after: MovementKey | null }) => inTurns(page, asked)
  }
})
