/**
 * What is set aside from a treasury and what is paid next, in one statement because of the page's budget of statements
 * (docs/product/safety.md). A read model over requests, payouts, bonds and budgets, whose features own the tables.
 */
import { Effect, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { RequestPayload } from "~/effects/treasury/multisig/ApprovalRequest"
import { Rhythm } from "~/effects/treasury/payouts/Distribution"

/** The newest unfinished payouts. */
const MOST_PAYOUTS = 20

const columns = {
  number: Schema.Int,
  title: Schema.String,
  symbol: Schema.String,
  total: AmountText,
  paid: AmountText
}
const Line = Schema.Union(
  Schema.Struct({
    what: Schema.Literal("request"),
    number: Schema.Int,
    state: Schema.String,
    at: Schema.NullOr(Schema.Number),
    units: Schema.Int,
    payload: Schema.parseJson(RequestPayload)
  }),
  Schema.Struct({
    ...columns,
    what: Schema.Literal("escrow"),
    state: Schema.Literal("payout", "bond", "budget"),
    resource: ResourceAddress,
    account: AccountAddress
  }),
  Schema.Struct({ ...columns, what: Schema.Literal("budget"), at: Schema.Number }),
  Schema.Struct({ ...columns, what: Schema.Literal("order") }),
  Schema.Struct({
    ...columns,
    what: Schema.Literal("payout"),
    state: Schema.Literal("checked", "approved", "running"),
    /** Payments, each date of a recurring payout separately. */
    units: Schema.Int,
    payload: Schema.NullOr(Schema.parseJson(Rhythm)),
    /** Its escrow account; null without one. */
    account: Schema.NullOr(AccountAddress)
  }),
  Schema.Struct({ ...columns, what: Schema.Literal("coupon"), at: Schema.Number, units: Schema.Int })
).annotations(rowOf("treasury plans", ["what", "number"]))
export type PlanLine = typeof Line.Type

export class TreasuryPlans extends Effect.Service<TreasuryPlans>()("treasury/treasury/TreasuryPlans", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const lines = findAll({
      Request: Schema.Struct({ id: Schema.String, isHolder: Schema.Boolean }),
      Result: Line,
      execute: ({ id, isHolder }) => sql`
        SELECT 'request' AS what, a.number, '' AS title, '' AS symbol, CAST(NULL AS TEXT) AS resource,
          CAST(NULL AS TEXT) AS account, '0' AS total, '0' AS paid, a.ends_at AS at,
          (SELECT COUNT(*) FROM approval_answers x WHERE x.act_id = a.id AND x.answer = 'signed') AS units,
          a.kind AS state, a.payload
        FROM approval_requests a WHERE a.community_id = ${id} AND a.state = 'waiting'
        UNION ALL SELECT 'escrow', d.number, d.title, d.symbol, e.resource, e.address, e.total, e.paid, NULL, 0, 'payout', NULL
        FROM escrows e JOIN distributions d ON d.id = e.subject_id
        WHERE e.community_id = ${id} AND e.address IS NOT NULL AND e.state IN ('funded', 'refunding')
        UNION ALL SELECT 'escrow', 0, s.code, CASE WHEN e.purpose = 'bondSale' THEN s.code ELSE s.symbol END, e.resource,
          e.address, e.total, e.paid, NULL, 0, 'bond', NULL
        FROM bond_series s JOIN escrows e ON e.subject_id = s.id
        WHERE s.community_id = ${id} AND e.address IS NOT NULL AND e.state IN ('funded', 'refunding')
        UNION ALL SELECT 'escrow', b.number, b.title, b.symbol, e.resource, e.address, e.total, e.paid, NULL, 0, 'budget', NULL
        FROM budgets b JOIN escrows e ON e.id = b.id
        WHERE b.community_id = ${id} AND e.address IS NOT NULL AND e.state IN ('funded', 'refunding')
        UNION ALL SELECT 'budget', b.number, b.title, b.symbol, NULL, NULL, b.total, e.paid, b.until_at, 0, '', NULL
        FROM budgets b JOIN escrows e ON e.id = b.id WHERE b.community_id = ${id} AND e.state = 'funded'
        UNION ALL SELECT 'order', b.number, '', b.symbol, NULL, NULL, p.amount, '0', NULL, 0, '', NULL
        FROM budgets b JOIN escrows e ON e.id = b.id JOIN budget_payments p ON p.budget_id = b.id
        WHERE b.community_id = ${id} AND e.state = 'funded' AND p.state IN ('waiting', 'sent')
        UNION ALL SELECT 'coupon', 0, s.code, s.symbol, NULL, NULL, k.per_unit, '0', k.due_at,
          s.settled_units - s.redeemed_units, '', NULL
        FROM bond_series s JOIN bond_coupons k ON k.series_id = s.id
        WHERE s.community_id = ${id} AND s.state IN ('active', 'overdue') AND k.due_at = (SELECT MIN(c.due_at)
          FROM bond_coupons c WHERE c.series_id = s.id AND c.paid_at IS NULL AND c.distribution_id IS NULL)
        ${
          isHolder
            ? sql`UNION ALL SELECT * FROM (SELECT 'payout', d.number, d.title, d.symbol, CAST(NULL AS TEXT), e.address, d.total, '0',
                CAST(NULL AS BIGINT), d.rows_total, d.state, d.rhythm
              FROM distributions d LEFT JOIN escrows e ON e.subject_id = d.id AND e.state = 'funded'
              WHERE d.community_id = ${id} AND d.finished = 0 AND d.state IN ('checked', 'approved', 'running')
              ORDER BY d.number DESC LIMIT ${MOST_PAYOUTS}) AS payouts`
            : sql``
        }`
    })

    return {
      /** @param isHolder includes unfinished payouts, which only people who prepare payouts can see */
      of: Effect.fn("TreasuryPlans.of")(({ id }: Pick<Community, "id">, isHolder: boolean) => lines({ id, isHolder }))
    }
  })
}) {}
