/**
 * Reads what a series' page shows next to it in one statement: coupons, the deciding vote, the number of orders, daily
 * reserve coverage and events.
 */
import { Effect, Schema } from "effect"
import { ActivityEvent } from "~/effects/activity/activity/ActivityEvent"
import { wordsOf } from "~/effects/activity/activity/catalogue"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Withdrawal } from "~/effects/chain/movements/Withdrawal"
import { EscrowPurpose } from "~/effects/treasury/escrow/Escrow"
import { withdrawnViews } from "~/effects/treasury/escrow/messages"
import { amountOf } from "~/ledger/index"
import { type CoverPoint, coverOf } from "./cover"
import { directionOf } from "./escrow/BondEscrows.server"
import { DAY_MS, MOST_COUNTED } from "./limits"
import { type PaidOf, redemptionOf, type Series } from "./Series"
import type { SeriesEvent } from "./views"

/** Days and events that a page shows. */
const DAYS = 400
const EVENTS = 20

const { data, type } = ActivityEvent.fields
const Row = Schema.Union(
  Schema.Struct({
    what: Schema.Literal("coupon"),
    at: Schema.Number,
    n: Schema.NullOr(Schema.Number),
    one: Schema.String
  }),
  Schema.Struct({ what: Schema.Literal("vote", "orders"), n: Schema.Number }),
  Schema.Struct({ what: Schema.Literal("escrow"), one: EscrowPurpose, two: Schema.String, three: Schema.String }),
  Schema.Struct({
    what: Schema.Literal("withdrawn"),
    one: Schema.parseJson(Schema.Array(Withdrawal)),
    two: Schema.String,
    three: Schema.String
  }),
  Schema.Struct({ what: Schema.Literal("cover"), at: Schema.Number, one: AmountText, two: AmountText }),
  Schema.Struct({
    what: Schema.Literal("event"),
    at: Schema.Number,
    n: Schema.Number,
    one: type,
    two: data,
    three: Schema.NullOr(Schema.String)
  })
)

const shareOf = (balance: AmountText, owed: AmountText) => coverOf(amountOf(balance), amountOf(owed))?.tenths ?? 0

type Wanted = Pick<Series, "id" | "code" | "communityId" | "proposalId">

/** `others`: series on the same reserve, whose coupons count for its coverage. */
export const besideOf = (
  { code, communityId, id, proposalId }: Wanted,
  others: ReadonlyArray<Pick<Series, "id" | "variant">> = []
) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const withCoupons = others.filter(({ variant }) => variant === "coupon")
    const none = sql`CAST(NULL AS TEXT)`
    const find = findAll({
      Request: Schema.String,
      Result: Row,
      execute: (target) => sql`
        SELECT 'coupon' AS what, due_at AS at, paid_at AS n, series_id AS one, ${none} AS two, ${none} AS three
        FROM bond_coupons WHERE ${sql.in("series_id", [...new Set([id, ...withCoupons.map((each) => each.id)])])}
        UNION ALL SELECT 'vote', CAST(NULL AS BIGINT), number, ${none}, ${none}, ${none}
        FROM proposals WHERE id = ${proposalId ?? ""}
        UNION ALL SELECT 'escrow', CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), purpose, address, state
        FROM escrows WHERE subject_id = ${id} AND address IS NOT NULL
        UNION ALL SELECT 'withdrawn', CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), e.unknown, e.resource, e.symbol
        FROM escrows p JOIN escrow_accounts e ON e.account = p.address WHERE p.subject_id = ${id} AND e.unknown <> '[]'
        UNION ALL SELECT 'orders', CAST(NULL AS BIGINT), COUNT(*), ${none}, ${none}, ${none} FROM (
          SELECT id FROM bond_orders
          WHERE series_id = ${id} AND direction = 'buy' AND state IN ('signed', 'settling', 'settled')
          ORDER BY seq LIMIT ${MOST_COUNTED + 1}) o
        UNION ALL SELECT * FROM (
          SELECT 'cover' AS what, day AS at, CAST(NULL AS BIGINT) AS n, balance AS one, owed AS two, ${none} AS three
          FROM bond_cover WHERE series_id = ${id} ORDER BY day DESC LIMIT ${DAYS}) c
        UNION ALL SELECT * FROM (
          SELECT 'event' AS what, e.at, e.seq, e.type, e.data, u.username
          FROM activity_events e LEFT JOIN users u ON u.account_address = e.actor AND u.status = 'active'
          WHERE e.community_id = ${communityId} AND e.topic = 'bonds' AND e.reach = 0 AND e.target = ${target}
          ORDER BY e.seq DESC LIMIT ${EVENTS}) e`
    })
    const rows = yield* find(`/community/detail/${communityId}/bondissued?series=${code}`)
    const paidOf: PaidOf = (series) => ({
      coupons: new Map(
        rows.flatMap((row) => (row.what === "coupon" && row.one === series.id ? [[row.at, row.n] as const] : []))
      ),
      redemption: redemptionOf(series)
    })
    const cover = rows.flatMap(
      (row): ReadonlyArray<CoverPoint> =>
        row.what === "cover"
          ? [{ at: row.at * DAY_MS, share: shareOf(row.one, row.two), held: row.one, owed: row.two }]
          : []
    )
    const events = rows.flatMap((row): ReadonlyArray<SeriesEvent> => {
      if (row.what !== "event") return []
      const words = wordsOf(row.one, row.two)
      return [{ seq: row.n, at: row.at, words: row.three === null ? words : `${row.three} ${words}` }]
    })
    const numberOf = (what: "vote" | "orders") => rows.flatMap((row) => (row.what === what ? [row.n] : []))[0]
    return {
      paidOf,
      decidedIn: numberOf("vote") ?? null,
      orders: numberOf("orders") ?? 0,
      selfSettled: rows.flatMap((row) =>
        row.what === "escrow" && row.three === "funded" ? [directionOf(row.one)] : []
      ),
      /** Some of it is in escrow, or is being returned. */
      isInEscrow: rows.some((row) => row.what === "escrow" && row.three !== "ended"),
      escrowFundedBy: rows.flatMap((row) => (row.what === "escrow" ? [row.two] : [])),
      withdrawn: rows
        .flatMap((row) =>
          row.what === "withdrawn" ? withdrawnViews({ resource: row.two, symbol: row.three }, row.one) : []
        )
        .toSorted((one, other) => one.at - other.at),
      cover: cover.toSorted((one, other) => one.at - other.at),
      events: events.toSorted((one, other) => other.seq - one.seq)
    }
  }).pipe(Effect.withSpan("bonds.beside"))
