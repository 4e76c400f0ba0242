/**
 * Notifies the holders of a series that it matures, that a payment is late or that its collateral opens. Units change
 * hands outside this site, so the ledger says who holds them, not the purchases.
 *
 * Reads the ledger before the writing transaction; while it does not answer, the next minute tries again.
 */
import { Effect, Option, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { treasuryAdmins } from "~/effects/treasury/escrow/treasuryAdmins.server"
import { dayText } from "./codes"
import { DAY_MS } from "./limits"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import type { Series } from "./Series"
import { type SeriesChange, SeriesRepo } from "./SeriesRepo.server"
import { seriesPath } from "./seriesEvent"
import { UnitHolders } from "./UnitHolders.server"

const WEEK_MS = 7 * DAY_MS

interface News {
  readonly text: string
  readonly change: SeriesChange
  /** Due date of the late payment; null if the notification is about something else. */
  readonly lateSince: number | null
}

/** Notifications that a series still has to send, in this order. */
const newsOf = (series: Series, now: number): ReadonlyArray<News> => {
  const { code, lateSince, maturesAt, state, notifiedLate, notifiedMaturity } = series
  const stage = now >= maturesAt ? 2 : now >= maturesAt - WEEK_MS ? 1 : 0
  // All redemption requests count as one payment, due since the longest wait.
  const late = state === "overdue" && lateSince !== null ? Math.min(lateSince, maturesAt) : null
  return [
    ...(late !== null && late !== notifiedLate
      ? [{ text: `A payment of ${code} is overdue.`, change: { notifiedLate: late }, lateSince: late }]
      : []),
    ...(stage > notifiedMaturity
      ? [
          {
            text: stage === 1 ? `${code} matures within 7 days.` : `Redeem your units of ${code} now.`,
            change: { notifiedMaturity: stage },
            lateSince: null
          }
        ]
      : [])
  ]
}

export const makeHolderNotices = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const { scan } = yield* WorkQueue
  const { owedTo } = yield* UnitHolders
  const news = yield* PayeeNotices

  const write = Effect.fnUntraced(function* (
    series: OnLedgerSeries,
    { change, text }: News,
    holders: ReadonlyArray<string>,
    now: number
  ) {
    yield* repo.turn(series.id)
    const current = yield* Effect.orDie(repo.findOrFail(series.communityId, series.id))
    // Another server has sent it, or the payment was made.
    if (!newsOf(current, now).some((each) => each.text === text)) return
    yield* repo.move(series.id, [current.state], change)
    yield* news.notify({
      to: holders,
      type: "payment",
      communityId: series.communityId,
      target: "/userDashboard/bonds",
      outside: {},
      text,
      importance: "important"
    })
  }, atomically(sql))

  const notify = (series: OnLedgerSeries, news: News, now: number) => {
    const later = ({ _tag }: { readonly _tag: string }) =>
      Effect.logWarning("holders could not be notified yet", _tag).pipe(Effect.annotateLogs({ series: series.id }))
    return Effect.flatMap(owedTo(series, news.lateSince), (holders) => write(series, news, holders, now)).pipe(
      Effect.catchTags({ GatewayDown: later, LedgerRefused: later, UnknownOnLedger: later })
    )
  }

  const notifyOf = Effect.fn("HolderNotices.notifyOf")(function* (id: string, now: number) {
    const series = Option.getOrUndefined(yield* repo.find(id))
    if (series === undefined || !isOnLedger(series)) return
    yield* Effect.forEach(newsOf(series, now), (news) => notify(series, news, now), { discard: true })
  })
  return {
    notify: (now: number) =>
      scan({
        job: "bonds.holders",
        after: repo.keysIn(["active", "maturing", "overdue"]),
        keyOf: (id) => id,
        check: (id) => notifyOf(id, now)
      })
  }
})

const OPEN = 3

/** Which notification is due now: 1 is 30 days before, 2 is 7 days before, 3 is when the collateral opens; 0 is none yet. */
const stageOf = ({ collateralFrom }: Pick<Series, "collateralFrom">, now: number): number =>
  collateralFrom === null || now < collateralFrom - 30 * DAY_MS
    ? 0
    : now < collateralFrom - 7 * DAY_MS
      ? 1
      : now < collateralFrom
        ? 2
        : OPEN

/** Texts for holders of bonds, and for the issuer; null where there is nothing to say. */
const textsOf = (
  { code, collateralFrom }: Pick<Series, "code" | "collateralFrom">,
  stage: number,
  { isHeld, isReturned }: { readonly isHeld: boolean; readonly isReturned: boolean }
) => {
  const day = dayText(collateralFrom ?? 0)
  if (stage === OPEN) {
    return {
      holders: isHeld ? `You can take the collateral of ${code} now, with one transaction of your own.` : null,
      issuer: isReturned ? `Collateral of ${code} can return to the treasury now.` : null
    }
  }
  return {
    holders: isHeld ? `${code} can be redeemed until ${day}. From then on you can take its collateral.` : null,
    issuer: isHeld
      ? `You can pay the holders of ${code} until ${day}. From then on they can take the collateral.`
      : null
  }
}

/**
 * Notifies holders of secured bonds and those who run the treasury 30 and 7 days before the collateral opens, and when
 * it has.
 */
export const makeCollateralNotices = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const { scan } = yield* WorkQueue
  const { owedTo } = yield* UnitHolders
  const payees = yield* PayeeNotices
  const notifications = yield* Notifications

  const keys = findAll({
    Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
    Result: Schema.Struct({ id: Schema.String }),
    execute: ({ after, limit }) => sql`SELECT id FROM bond_series
      WHERE collateral_from IS NOT NULL AND notified_collateral < 3 AND id > ${after} ORDER BY id LIMIT ${limit}`
  })
  const treasuryOf = findOne({
    Request: Schema.String,
    Result: Schema.Struct({ account: Schema.NullOr(AccountAddress) }),
    execute: (id) => sql`SELECT treasury_account AS account FROM communities WHERE id = ${id}`
  })

  const write = Effect.fnUntraced(function* (series: OnLedgerSeries, all: ReadonlyArray<string>, now: number) {
    yield* repo.turn(series.id)
    const current = yield* Effect.orDie(repo.findOrFail(series.communityId, series.id))
    const stage = stageOf(current, now)
    // Another server has sent it.
    if (stage <= current.notifiedCollateral) return
    yield* repo.move(series.id, [current.state], { notifiedCollateral: stage })
    const { communityId } = series
    const treasury = Option.getOrNull(yield* treasuryOf(communityId))?.account
    const holders = all.filter((account) => account !== treasury)
    const { holders: toHolders, issuer } = textsOf(current, stage, {
      isHeld: holders.length > 0,
      isReturned: holders.length < all.length
    })
    const common = { type: "payment", communityId, importance: "important" } as const
    if (toHolders !== null) {
      yield* payees.notify({ ...common, to: holders, target: "/userDashboard/bonds", outside: {}, text: toHolders })
    }
    if (issuer !== null) {
      const to = yield* treasuryAdmins(sql, communityId)
      yield* notifications.notify({ ...common, to, target: seriesPath(series), text: issuer })
    }
  }, atomically(sql))

  const notifyOfCollateral = Effect.fn("HolderNotices.notifyOfCollateral")(function* (id: string, now: number) {
    const series = Option.getOrUndefined(yield* repo.find(id))
    if (series === undefined || !isOnLedger(series) || stageOf(series, now) <= series.notifiedCollateral) return
    const later = ({ _tag }: { readonly _tag: string }) =>
      Effect.logWarning("holders could not be notified yet", _tag).pipe(Effect.annotateLogs({ series: series.id }))
    yield* Effect.flatMap(owedTo(series, null), (all) => write(series, all, now)).pipe(
      Effect.catchTags({ GatewayDown: later, LedgerRefused: later, UnknownOnLedger: later })
    )
  })

  return {
    notify: (now: number) =>
      scan({
        job: "bonds.collateral",
        after: (last: string | null, limit: number) =>
          Effect.map(keys({ after: last ?? "", limit }), (rows) => rows.map(({ id }) => id)),
        keyOf: (id) => id,
        check: (id) => notifyOfCollateral(id, now)
      })
  }
})
