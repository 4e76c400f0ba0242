/** Statements: what a treasury held, got and gave in a span of time, set against the ledger at both of its ends. */
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import type { Community } from "~/effects/access/Community"
import { inParts } from "~/effects/base/jobs/inParts"
import { TokenNames } from "~/effects/treasury/treasury/TokenNames.server"
import { formatAmount } from "~/ledger/index"
import { aboutOf } from "./about"
import { sinceMade } from "./askedPeriod"
import { checkCodeOf } from "./checkCode"
import { curveOf } from "./curve"
import { type End, LedgerEnds } from "./LedgerEnds.server"
import { isRunning, type Period, periodTitle } from "./period"
import { feeOf, mainReason } from "./reasons"
import { type FullRow, type LightRow, type MovementKey, StatementRows } from "./StatementRows.server"
import { StatementSums } from "./StatementSums.server"
import { MOST_ADDED, type Proof, type Statement, type StatementMovement, type StatementToken } from "./statementView"
import { balancesAfter, type Change, type Held, type TokenSum, tokenSums } from "./sums"

/** Tokens that the ledger is asked the names of; a treasury with more holds what was sent to everybody. */
const MOST_NAMED = 100
const NO_ROWS: ReadonlyArray<LightRow> = []

export interface Asked {
  readonly period: Period
  readonly after: MovementKey | null
  readonly limit: number
}

type StatedCommunity = Pick<Community, "id" | "slug" | "tokenResource" | "tokenSymbol" | "treasuryAccount">

export const keyText = ({ at, resource, stateVersion }: MovementKey): string => `${at}~${stateVersion}~${resource}`

/** Anything else is the beginning. */
export const keyNamed = (text: string | null): MovementKey | null => {
  const match = /^(\d{1,15})~(\d{1,15})~(resource_[a-z0-9_]{1,100})$/.exec(text ?? "")
  return match === null ? null : { at: Number(match[1]), stateVersion: Number(match[2]), resource: match[3] ?? "" }
}

const isSame = (one: MovementKey, other: MovementKey | undefined) =>
  one.stateVersion === other?.stateVersion && one.resource === other.resource

const byName = (one: StatementToken, other: StatementToken) =>
  Number(other.hasMoved) - Number(one.hasMoved) || (one.name < other.name ? -1 : 1)

const proofOf = (opening: End | null, closing: End | null, sums: ReadonlyArray<TokenSum>): Proof =>
  opening === null || closing === null
    ? "unproven"
    : sums.some(({ difference }) => difference !== 0n)
      ? "differs"
      : "proven"

const tokenOf = (sum: TokenSum, name: string): StatementToken => ({
  resource: sum.resource,
  name,
  opening: formatAmount(sum.opening),
  received: formatAmount(sum.received),
  sent: formatAmount(sum.sent),
  closing: formatAmount(sum.closing),
  difference: sum.difference === null ? null : formatAmount(sum.difference),
  hasMoved: sum.hasMoved
})

const withChanges = (held: Held, changes: ReadonlyMap<string, Change> | null): Held => {
  const now = new Map(held)
  for (const [resource, { received, sent }] of changes ?? []) {
    now.set(resource, (now.get(resource) ?? 0n) + received + sent)
  }
  return now
}

const movementOf = (row: FullRow, name: string, balance: bigint): StatementMovement => {
  const fee = feeOf(row)
  return {
    txId: row.txId,
    at: row.at,
    stateVersion: row.stateVersion,
    resource: row.resource,
    name,
    reason: mainReason(row),
    ...aboutOf(row),
    signers: row.actSigners ?? (row.signer === null ? [] : [{ account: row.signer, name: row.signerName }]),
    amount: formatAmount(row.change + fee),
    fee: formatAmount(fee),
    balance: formatAmount(balance)
  }
}

export class TreasuryStatements extends Effect.Service<TreasuryStatements>()("effects/TreasuryStatements", {
  dependencies: [StatementRows.Default, StatementSums.Default, LedgerEnds.Default, TokenNames.Default],
  effect: Effect.gen(function* () {
    const table = yield* StatementRows
    const added = yield* StatementSums
    const ends = yield* LedgerEnds
    const { namesOf } = yield* TokenNames

    /** Fails where there was no treasury yet. None: there is none at all. */
    const statement = Effect.fn("TreasuryStatements.statement")(function* (
      { id, slug, tokenResource, tokenSymbol, treasuryAccount }: StatedCommunity,
      { after, limit, period }: Asked
    ) {
      const began = Option.getOrNull(yield* table.began(id))
      if (treasuryAccount === null || began === null) return Option.none<Statement>()
      const { from, to } = yield* sinceMade(period, began)
      const { closing, opening } = yield* ends.of(treasuryAccount, period, began)
      const now = yield* Clock.currentTimeMillis
      const isOpen = isRunning(period, now)
      // What happened after the ledger was asked is for the next time: the closing balance does not know of it.
      const until = isOpen ? (closing?.time?.stateVersion ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER
      const span = { id, from, to, until }
      const { changes, count, earlier, reasons } = yield* added.of(span, { isWithEarlier: opening === null })
      const held: Held = opening?.held ?? earlier
      const sums = tokenSums(held, changes, opening === null ? null : (closing?.held ?? null))

      const some = yield* table.page({ ...span, after, limit: limit + 1 })
      const shown = some.slice(0, limit)
      const names = yield* namesOf(sums.slice(0, MOST_NAMED).map(({ resource }) => resource))
      // Its own token has a name here, too, for when the ledger tells none.
      const nameOf = (resource: string) =>
        (resource === tokenResource ? tokenSymbol : names.get(resource)) ?? `…${resource.slice(-6)}`
      const isWhole = count <= MOST_ADDED
      const rows = isWhole ? yield* table.rows({ ...span, limit: MOST_ADDED }) : NO_ROWS
      const first = shown[0]
      // Of many movements, what came before the first one that is shown is added up once more.
      const before =
        isWhole || after === null || first === undefined ? null : (yield* added.of(span, { before: first })).changes
      const balances = isWhole ? balancesAfter(held, rows) : balancesAfter(withChanges(held, before), shown)
      const skipped = isWhole ? rows.findIndex((row) => isSame(row, first)) : 0
      const last = some.length > limit ? shown.at(-1) : undefined
      const shownOf = (part: ReadonlyArray<FullRow>, from: number) =>
        part.map((row, n) => movementOf(row, nameOf(row.resource), balances[skipped + from + n] ?? 0n))
      const movements = yield* Stream.runCollect(
        Stream.mapAccum(inParts(shown), 0, (from, part) => [from + part.length, shownOf(part, from)])
      )
      const tokens = sums.map((sum) => tokenOf(sum, nameOf(sum.resource))).sort(byName)
      return Option.some<Statement>({
        slug,
        treasury: treasuryAccount,
        period,
        title: periodTitle(period),
        now,
        isRunning: isOpen,
        began,
        proof: proofOf(opening, closing, sums),
        opening: opening?.time ?? null,
        closing: closing?.time ?? null,
        code: checkCodeOf({ treasury: treasuryAccount, period, isRunning: isOpen, tokens, count }),
        tokens,
        reasons: reasons.map(({ sums: of, ...rest }) => ({
          ...rest,
          sums: of.map(({ amount, resource }) => ({ name: nameOf(resource), amount: formatAmount(amount) }))
        })),
        curve: isWhole ? curveOf({ rows, balances, held, from }, nameOf) : null,
        count,
        movements: Chunk.toReadonlyArray(movements).flat(),
        next: last === undefined ? null : keyText(last),
        isFirstPage: after === null
      })
    })

    return { statement }
  })
}) {}
