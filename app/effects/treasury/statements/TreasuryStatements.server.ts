/** Statements: what a treasury held, received and sent in a period, compared with the ledger at both ends. */
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import type { Community } from "~/effects/access/Community"
import { inParts } from "~/effects/base/jobs/inParts"
import { checkHref } from "~/effects/treasury/multisig/approvalMessages"
import { codeOf } from "~/effects/treasury/multisig/request"
import { TokenNames } from "~/effects/treasury/treasury/TokenNames.server"
import type { Amount } from "~/ledger/amount"
import { formatAmount } from "~/ledger/index"
import { aboutOf } from "./about"
import { sinceMade } from "./askedPeriod"
import { checkCodeOf } from "./checkCode"
import { curveOf } from "./curve"
import { type End, makeLedgerEnds } from "./LedgerEnds.server"
import { isRunning, type Period, periodTitle } from "./period"
import { type MovementKey, type Part, type Position, positionText } from "./position"
import { feeOf, mainReason } from "./reasons"
import { type FullRow, type LightRow, makeStatementRows, type Span } from "./StatementRows.server"
import { makeStatementSums } from "./StatementSums.server"
import { MOST_ADDED, type Proof, type Statement, type StatementMovement, type StatementToken } from "./statementView"
import { balancesAfter, type Change, type Held, type ReasonSum, type TokenSum, tokenSums } from "./sums"

/** A treasury together with its escrow: moves between the two count neither as in nor as out. Integers only. */
interface Block {
  readonly sums: ReadonlyArray<TokenSum>
  readonly reasons: ReadonlyArray<ReasonSum>
}

const sumOf = ({ reasons }: Block, reason: ReasonSum["reason"], resource: string): Amount =>
  reasons
    .filter((each) => each.reason === reason)
    .flatMap(({ sums }) => sums)
    .reduce((sum, each) => (each.resource === resource ? sum + each.amount : sum), 0n)

const NOTHING = { opening: 0n, closing: 0n, paidIn: 0n, paidOut: 0n, fees: 0n, hasMoved: false }

/**
 * One sum for each token of either block. If only one side of a move is recorded yet, the missing part counts as in or
 * out, so that every line adds up.
 */
const totalOf = (treasury: Block, escrow: Block): ReadonlyArray<TokenSum> => {
  const resources = [...new Set([...treasury.sums, ...escrow.sums].map(({ resource }) => resource))]
  return resources.map((resource): TokenSum => {
    const [one, other] = [treasury, escrow].map(
      ({ sums }) => sums.find((each) => each.resource === resource) ?? NOTHING
    ) as [typeof NOTHING, typeof NOTHING] // of two blocks
    const [setAside, back] = [sumOf(treasury, "parked", resource), sumOf(treasury, "returned", resource)]
    const [filled, given] = [sumOf(escrow, "parked", resource), sumOf(escrow, "returned", resource)]
    const unmatched = setAside + back + filled + given
    const paidIn = one.paidIn + other.paidIn - back - filled + (unmatched > 0n ? unmatched : 0n)
    const paidOut = one.paidOut + other.paidOut - setAside - given + (unmatched < 0n ? unmatched : 0n)
    const fees = one.fees + other.fees
    return {
      resource,
      opening: one.opening + other.opening,
      received: paidIn,
      sent: paidOut - fees,
      paidIn,
      paidOut,
      fees,
      closing: one.closing + other.closing,
      difference: null,
      hasMoved: one.hasMoved || other.hasMoved
    }
  })
}

/** Tokens whose names are read from the ledger; a treasury with more has received spam. */
const MOST_NAMED = 100
const NO_ROWS: ReadonlyArray<LightRow> = []

export interface Asked {
  readonly period: Period
  /** Null for the beginning. */
  readonly after: Position | null
  readonly limit: number
}

type StatedCommunity = Pick<Community, "id" | "slug" | "tokenResource" | "tokenSymbol" | "treasuryAccount">

/** Signer of what this site moves out of escrow. */
const SITE_KEY = [{ account: "", name: "Relayer key of this site" }]

const isSame = (one: MovementKey, other: MovementKey | undefined) =>
  one.stateVersion === other?.stateVersion && one.key === other.key

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
  paidIn: formatAmount(sum.paidIn),
  paidOut: formatAmount(sum.paidOut),
  fees: formatAmount(sum.fees),
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

/** The account that was asked to sign; otherwise accounts that proved a badge, according to the ledger. */
const signersOf = ({ requestSigners, bySite, signer, signerName }: FullRow): StatementMovement["signers"] => {
  if (bySite === 1) return SITE_KEY
  if (requestSigners !== null) return requestSigners
  const accounts = signer === null ? [] : signer.split(" ")
  return accounts.map((account) => ({ account, name: accounts.length === 1 ? signerName : null }))
}

/** Address where anybody can check who approved a request; null for anything else. */
const checkOf = ({ requestRoot, txId }: FullRow): StatementMovement["request"] =>
  requestRoot === null ? null : { code: codeOf(requestRoot), check: checkHref(txId) }

const movementOf = (part: Part, row: FullRow, name: string, balance: bigint): StatementMovement => {
  const fee = feeOf(row)
  return {
    part,
    txId: row.txId,
    at: row.at,
    stateVersion: row.stateVersion,
    resource: row.resource,
    name,
    reason: mainReason(row),
    ...aboutOf(row),
    signers: signersOf(row),
    request: checkOf(row),
    amount: formatAmount(row.change + fee),
    fee: formatAmount(fee),
    balance: formatAmount(balance)
  }
}

export class TreasuryStatements extends Effect.Service<TreasuryStatements>()("treasury/statements/TreasuryStatements", {
  dependencies: [TokenNames.Default],
  effect: Effect.gen(function* () {
    const table = yield* makeStatementRows
    const added = yield* makeStatementSums
    const ends = yield* makeLedgerEnds
    const { namesOf } = yield* TokenNames

    /**
     * Some movements of one part in order, each with the balance of its token after it; one more than requested, to
     * know whether there is a next page.
     */
    const shownOf = Effect.fnUntraced(function* (
      { count, held, ...span }: Omit<Span, "limit"> & { readonly count: number; readonly held: Held },
      after: MovementKey | null,
      limit: number
    ) {
      const some = yield* table.page({ ...span, after, limit: limit + 1 })
      const [first] = some
      const isWhole = count <= MOST_ADDED
      const rows = isWhole ? yield* table.rows({ ...span, limit: MOST_ADDED }) : NO_ROWS
      // With many movements, those before the first one shown are summed separately.
      const before =
        isWhole || after === null || first === undefined ? null : (yield* added.of(span, { before: first })).changes
      const balances = isWhole ? balancesAfter(held, rows) : balancesAfter(withChanges(held, before), some)
      const skipped = isWhole ? rows.findIndex((row) => isSame(row, first)) : 0
      return { some, rows, isWhole, balances, skipped }
    })

    /** What is set aside in escrow accounts, from recorded movements. */
    const escrowSums = Effect.fnUntraced(function* (span: Omit<Span, "limit">) {
      const { changes, count, earlier: held, reasons } = yield* added.of(span, { isWithEarlier: true })
      return { sums: tokenSums(held, changes, null), count, held, reasons }
    })

    /** Fails for periods before the treasury existed. Returns none if there is no treasury. */
    const statement = Effect.fn("TreasuryStatements.statement")(function* (
      { id, slug, tokenResource, tokenSymbol, treasuryAccount }: StatedCommunity,
      { after, limit, period }: Asked
    ) {
      const known = Option.getOrNull(yield* table.began(id))
      if (treasuryAccount === null || known === null) return Option.none<Statement>()
      const { at: began, hasEscrows } = known
      const { from, to } = yield* sinceMade(period, began)
      const { closing, opening } = yield* ends.of(treasuryAccount, period, began)
      const now = yield* Clock.currentTimeMillis
      const isOpen = isRunning(period, now)
      // Movements after the ledger was read are left out, since the closing balance does not include them.
      const until = isOpen ? (closing?.time?.stateVersion ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER
      const span = { part: "treasury" as const, id, from, to, until }
      const aside = { ...span, part: "escrow" as const }
      const { changes, count, earlier, reasons } = yield* added.of(span, { isWithEarlier: opening === null })
      const held: Held = opening?.held ?? earlier
      const sums = tokenSums(held, changes, opening === null ? null : (closing?.held ?? null))
      const escrow = hasEscrows ? yield* escrowSums(aside) : null

      const isAfter = after?.part === "escrow"
      const first = yield* shownOf({ ...span, count, held }, isAfter ? null : (after?.key ?? null), isAfter ? 0 : limit)
      const main = isAfter ? [] : first.some.slice(0, limit)
      const room = first.some.length > limit && !isAfter ? 0 : limit - main.length
      const second =
        escrow === null || room === 0 ? null : yield* shownOf({ ...aside, ...escrow }, isAfter ? after.key : null, room)
      const beside = second === null ? [] : second.some.slice(0, room)
      const resources = [...sums, ...(escrow?.sums ?? [])].map(({ resource }) => resource)
      const names = yield* namesOf([...new Set(resources)].slice(0, MOST_NAMED))
      // The community's token has a name here even if the ledger returns none.
      const nameOf = (resource: string) =>
        (resource === tokenResource ? tokenSymbol : names.get(resource)) ?? `…${resource.slice(-6)}`
      const named = (part: Part, { balances, skipped }: typeof first, rows: ReadonlyArray<FullRow>) =>
        Effect.map(
          Stream.runCollect(
            Stream.mapAccum(inParts(rows), 0, (begin, some) => [
              begin + some.length,
              some.map((row, n) => movementOf(part, row, nameOf(row.resource), balances[skipped + begin + n] ?? 0n))
            ])
          ),
          (all) => Chunk.toReadonlyArray(all).flat()
        )
      const movements = [
        ...(yield* named("treasury", first, main)),
        ...(second === null ? [] : yield* named("escrow", second, beside))
      ]
      const lastOf = (): Position | null => {
        if (!isAfter && first.some.length > limit) return { part: "treasury", key: main.at(-1) ?? null }
        if (second === null)
          return escrow !== null && escrow.count > 0 && room === 0 ? { part: "escrow", key: null } : null
        return second.some.length > room ? { part: "escrow", key: beside.at(-1) ?? null } : null
      }
      const last = lastOf()
      const tokensOf = (all: ReadonlyArray<TokenSum>) =>
        all.map((sum) => tokenOf(sum, nameOf(sum.resource))).sort(byName)
      const reasonsOf = (all: ReadonlyArray<ReasonSum>) =>
        all.map(({ sums: of, ...rest }) => ({
          ...rest,
          sums: of.map(({ amount, resource }) => ({ name: nameOf(resource), amount: formatAmount(amount) }))
        }))
      const tokens = tokensOf(sums)
      const block =
        escrow === null
          ? null
          : { tokens: tokensOf(escrow.sums), reasons: reasonsOf(escrow.reasons), count: escrow.count }
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
        code: checkCodeOf({ treasury: treasuryAccount, period, isRunning: isOpen, tokens, count, escrow: block }),
        tokens,
        reasons: reasonsOf(reasons),
        escrow: block,
        total: escrow === null ? null : tokensOf(totalOf({ sums, reasons }, escrow)),
        curve: first.isWhole ? curveOf({ rows: first.rows, balances: first.balances, held, from }, nameOf) : null,
        count,
        movements,
        next: last === null ? null : positionText(last),
        isFirstPage: after === null
      })
    })

    return { statement }
  })
}) {}
