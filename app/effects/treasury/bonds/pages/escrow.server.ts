/** Escrow of sales and redemptions on the issuer's panel: its state, and the forms. */
import { Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { isOver, TransactionState } from "~/effects/chain/prepared-transactions/Step"
import { viewOf } from "~/effects/chain/prepared-transactions/stepView.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Escrow, LIVE } from "~/effects/treasury/escrow/Escrow"
import { EscrowPageRow, escrowParts, escrowSummary } from "~/effects/treasury/escrow/view.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { formatAmount } from "~/ledger/index"
import { BondEscrows, directionOf as directionFor } from "../escrow/BondEscrows.server"
import { escrowedFor, mostUnits } from "../escrow/whatToFund"
import { isOnLedger } from "../manifests"
import type { Direction } from "../Order"
import { isRunning, type Series } from "../Series"
import { SeriesRepo } from "../SeriesRepo.server"
import { mayFund } from "../SettlementRules.server"
import type { EscrowPanel } from "../views"

/**
 * With its escrow account, the transaction that funds it or withdraws, and the wallet that has it; nulls if there is
 * none.
 */
const WithStep = Schema.Struct({
  ...Escrow.fields,
  ...EscrowPageRow.fields,
  stepKind: Schema.NullOr(Schema.String),
  stepKey: Schema.NullOr(Schema.String),
  stepAccount: Schema.NullOr(AccountAddress),
  stepManifest: Schema.NullOr(Schema.String),
  stepState: Schema.NullOr(TransactionState),
  stepTx: Schema.NullOr(Schema.String),
  stepProblem: Schema.NullOr(Schema.String),
  leaseAccount: Schema.NullOr(AccountAddress),
  leaseHolder: Schema.NullOr(Schema.String),
  leasedAt: Schema.NullOr(Schema.Number),
  leasedUntil: Schema.NullOr(Schema.Number)
}).annotations(rowOf("escrows"))
type WithStep = typeof WithStep.Type

/** Escrows of a series with what its panel shows of them, in one statement: newest first, one row for each return. */
const escrowsOf = (seriesId: string) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const { columns, joins } = escrowParts(sql)
    const find = findAll({
      Request: Schema.String,
      Result: WithStep,
      execute: (
        seriesId
      ) => sql`SELECT p.*, s.kind AS step_kind, s.idempotency_key AS step_key, s.account AS step_account,
          s.manifest AS step_manifest, s.state AS step_state, s.tx_id AS step_tx, s.problem AS step_problem,
          l.account AS lease_account, l.holder AS lease_holder, l.leased_at, l.leased_until, ${columns}
        FROM escrows p LEFT JOIN prepared_transactions s ON s.id = p.transaction_id
        LEFT JOIN transaction_leases l ON l.idempotency_key = s.idempotency_key AND l.holder <> ''
        LEFT JOIN escrow_accounts e ON e.account = p.address ${joins}
        WHERE p.subject_id = ${seriesId} ORDER BY p.created_at DESC, p.id DESC, r.at, r.tx_id`
    })
    return yield* find(seriesId)
  })

/** The transaction of an escrow while it is undecided. */
const stepOf = (row: WithStep | undefined) => {
  if (row === undefined) return null
  const {
    communityId,
    stepAccount: account,
    transactionId: id,
    stepKey: idempotencyKey,
    stepKind: kind,
    stepManifest: manifest
  } = row
  const { stepProblem: problem, stepState: state, stepTx: txId } = row
  if (account === null || idempotencyKey === null || kind === null || manifest === null || state === null) return null
  const { leaseAccount, leaseHolder, leasedAt, leasedUntil } = row
  const lease = { leaseAccount, leaseHolder, leasedAt, leasedUntil }
  return isOver(state)
    ? null
    : { id, communityId, kind, idempotencyKey, account, manifest, state, txId, problem, ...lease }
}

/** Null if this site has no relayer key, or the series is in neither direction's state. */
export const escrowPanel = Effect.fn("bonds.escrowPanel")(function* (series: Series) {
  const { isThere } = yield* Relayer
  const all = yield* escrowsOf(series.id)
  // A sale's escrow comes first while its unsold units are still to be returned.
  const isBack = all.some((each) => each.purpose === "bondSale" && LIVE.includes(each.state))
  const direction: Direction = isRunning(series.state) && !isBack ? "redeem" : "buy"
  const newest = all.find((each) => directionFor(each.purpose) === direction)
  if (newest === undefined && !isThere) return null
  const isFree =
    newest === undefined || newest.state === "ended" || (newest.state === "asked" && newest.problem !== null)
  const units = mostUnits(series, direction)
  const plan = isOnLedger(series) ? escrowedFor(series, direction, units) : null
  const offer =
    isThere && isFree && plan !== null && units > 0 && mayFund(series, direction)
      ? { units, total: formatAmount(plan.total), fees: formatAmount(plan.fees) }
      : null
  const step = stepOf(newest)
  return {
    direction,
    escrow:
      newest === undefined
        ? null
        : yield* escrowSummary(
            newest,
            all.filter(({ id }) => id === newest.id)
          ),
    step: step === null ? null : yield* viewOf(step),
    offer
  } satisfies EscrowPanel
})

export const directionOf = (form: FormData): Direction => (textOf(form, "direction") === "redeem" ? "redeem" : "buy")

/** The series of this community, and the account that asks. */
const asked = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const treasury = yield* requirePrepared(here, "settle orders")
    const { code, id } = yield* (yield* SeriesRepo).findOrFail(here.community.id, textOf(form, "series"))
    const communityId = here.community.id
    const to = `/community/detail/${communityId}/bondissued?series=${code}`
    return { here, treasury, id, communityId, direction: directionOf(form), to, escrows: yield* BondEscrows }
  })

/** The number of units; all of them if the form has no such field. */
export const unitsOf = (form: FormData) => {
  const text = textOf(form, "units").trim()
  if (text === "") return Effect.succeed(null)
  const isWhole = /^\d{1,9}$/.test(text)
  return isWhole ? Effect.succeed(Number(text)) : new InvalidFields({ fields: { units: "Units: a whole number." } })
}

const fundEscrow = (form: FormData) =>
  Effect.gen(function* () {
    const { communityId, direction, here, id, escrows, to } = yield* asked(form)
    const treasury = yield* TreasuryHolders.requireMaySpend(here, "settle orders")
    yield* readFirst(communityId)
    yield* escrows.fundEscrow(treasury, communityId, id, direction, yield* unitsOf(form))
    return { to }
  })

const forget = (form: FormData) =>
  Effect.gen(function* () {
    const { communityId, direction, id, escrows, to } = yield* asked(form)
    yield* escrows.forget(communityId, id, direction)
    return { to }
  })

const withdrawFromEscrow = (form: FormData) =>
  Effect.gen(function* () {
    const { communityId, direction, id, escrows, to } = yield* asked(form)
    yield* escrows.withdrawFromEscrow(communityId, id, direction)
    return { to }
  })

const wake = (form: FormData) =>
  Effect.gen(function* () {
    const { communityId, direction, id, escrows, to } = yield* asked(form)
    yield* escrows.wake(communityId, id, direction, textOf(form, "seen"))
    return { to }
  })

const takeBack = (form: FormData) =>
  Effect.gen(function* () {
    const { communityId, direction, id, escrows, to, treasury } = yield* asked(form)
    yield* readFirst(communityId)
    yield* escrows.takeBack(treasury, communityId, id, direction)
    return { to }
  })

export const escrowCommands = {
  "fund-escrow": fundEscrow,
  "discard-funding": forget,
  "withdraw-escrow": withdrawFromEscrow,
  "retry-escrow": wake,
  "withdraw-by-wallet": takeBack
}
