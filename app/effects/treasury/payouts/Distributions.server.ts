/**
 * Prepares, edits and checks payouts (docs/product/treasury.md). Callers have already checked on the ledger that the
 * person is a treasury holder. Nothing here moves tokens: `PayoutRuns` puts a payout to a vote, starts and stops it,
 * `Payouts` prepares its batches.
 */
import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { ListReading, openQuestion } from "~/effects/base/lists/ListReading"
import type { SheetRow } from "~/effects/base/lists/Sheet"
import { randomId } from "~/effects/base/text/random.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { type AmountText, amountOf, formatAmount } from "~/ledger/index"
import { type Distribution, DistributionId, type Mode, PayRule, type Purpose, Rhythm } from "./Distribution"
import { DistributionRows, type NamedRow } from "./DistributionRows.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { RowsWrong, StaleDistribution } from "./errors"
import { MOST_ROWS, TOO_MANY_ROWS } from "./limits"
import { type CheckedRow, sumsOf } from "./list/checkRows"
import { payoutsOf, rhythmProblem, sumProblem } from "./list/rhythm"
import { PayoutRuns } from "./PayoutRuns.server"

/** Values of a new payout. */
export interface NewDistribution {
  readonly communityId: CommunityId
  readonly account: AccountAddress
  readonly title: string
  readonly note: string
  readonly purpose: Purpose
  readonly resource: ResourceAddress
  readonly symbol: string
  readonly divisibility: number
  readonly mode: Mode
  readonly recoverDays: number | null
  readonly rule: PayRule | null
  readonly record: { readonly version: number; readonly at: number } | null
  readonly remainder: AmountText
  /** The list that the rows come from, with what was understood of it. */
  readonly list?: { readonly reading: ListReading; readonly rows: ReadonlyArray<SheetRow> } | null
  /** None while a person has to say how the list is read. */
  readonly rows: ReadonlyArray<CheckedRow>
  /** Its rows pay expenses, so that they never change. */
  readonly hasFixedRows?: true
}

const FIXED = "This payout pays expenses, so its rows stay as they are. Discard it to choose other expenses."
export const tooMany = new RowsWrong({ message: TOO_MANY_ROWS })

/** Fails if the ledger could not represent the total, for one day or for all days. */
const sumColumns = Effect.fnUntraced(function* (rows: ReadonlyArray<CheckedRow>, rhythm: Rhythm | null) {
  const { excluded, ready, total, wrong } = sumsOf(rows)
  const problem = sumProblem(total, rhythm)
  if (problem !== null) return yield* new RowsWrong({ message: problem })
  return {
    rowsTotal: rows.length,
    rowsReady: ready,
    rowsWrong: wrong,
    rowsExcluded: excluded,
    total: formatAmount(total)
  }
})

const asJson = Schema.encodeSync(Schema.parseJson(ListReading))

/** Columns of a new payout, except its ID. */
const draftColumns = ({ hasFixedRows, list = null, record, rows: _, rule, ...rest }: NewDistribution, now: number) => ({
  ...rest,
  reading: list === null ? null : asJson(list.reading),
  source: hasFixedRows ? "expenses" : rule === null ? "csv" : "rule",
  rule: rule === null ? null : Schema.encodeSync(Schema.parseJson(PayRule))(rule),
  recordVersion: record?.version ?? null,
  recordAt: record?.at ?? null,
  chunkSize: 0,
  state: "draft",
  createdAt: now,
  updatedAt: now
})

/** A stored row as input of the check; what was left out or wrong stays so until it is edited. */
const unchecked = ({ account, amount, error, line, note, state }: NamedRow): CheckedRow => ({
  line,
  account,
  amount,
  note,
  error,
  state: state === "excluded" || state === "error" ? state : "valid"
})

export class Distributions extends Effect.Service<Distributions>()("treasury/payouts/Distributions", {
  dependencies: [DistributionsRepo.Default, DistributionRows.Default, CommunityCounts.Default, PayoutRuns.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* DistributionsRepo
    const rowsRepo = yield* DistributionRows
    const counts = yield* CommunityCounts
    const runs = yield* PayoutRuns

    const create = Effect.fn("Distributions.create")(function* (given: NewDistribution) {
      const { communityId, list = null, rows } = given
      const isAsked = list !== null && openQuestion(list.reading) !== null
      if (rows.length === 0 && !isAsked) return yield* new RowsWrong({ message: "The list is empty." })
      if (rows.length > MOST_ROWS) return yield* tooMany
      const sums = yield* sumColumns(rows, null)
      const now = yield* Clock.currentTimeMillis
      const id = DistributionId.make(yield* randomId())
      const number = yield* counts.nextDistributionNumber(communityId)
      yield* repo.insert({ ...draftColumns(given, now), ...sums, id, number })
      yield* rowsRepo.insert(id, communityId, rows)
      if (list !== null) yield* rowsRepo.storeSheet(id, communityId, list.rows)
      return number
    }, atomically(sql))

    const rowsOf = (id: string) => Effect.map(rowsRepo.all(id), (rows) => rows.map(unchecked))

    /** Replaces the rows by the result of `mend`; `version` is the one that the person saw. */
    const edit = Effect.fn("Distributions.edit")(function* (
      given: Distribution,
      version: number,
      mend: (rows: ReadonlyArray<CheckedRow>) => Effect.Effect<ReadonlyArray<CheckedRow>>
    ) {
      const now = yield* repo.mustBe(given, ["draft"], "changing its rows")
      if (now.version !== version) return yield* new StaleDistribution()
      const rows = yield* mend(yield* rowsOf(given.id))
      const sums = yield* sumColumns(rows, now.rhythm)
      yield* rowsRepo.removeAll(given.id)
      yield* rowsRepo.insert(given.id, given.communityId, rows)
      yield* repo.update(given.id, sums)
    }, atomically(sql))

    /** Reads a draft's list in another way: the rows as they are then replace all others. */
    const read = Effect.fn("Distributions.read")(function* (
      given: Distribution,
      version: number,
      reading: ListReading,
      rows: ReadonlyArray<CheckedRow>
    ) {
      const now = yield* repo.mustBe(given, ["draft"], "reading its list")
      if (now.version !== version) return yield* new StaleDistribution()
      const sums = yield* sumColumns(rows, now.rhythm)
      yield* rowsRepo.removeAll(given.id)
      yield* rowsRepo.insert(given.id, given.communityId, rows)
      yield* repo.update(given.id, { ...sums, reading: asJson(reading) })
    }, atomically(sql))

    const repeat = Effect.fnUntraced(function* (now: Distribution, rhythm: Rhythm) {
      const wrong = rhythmProblem(rhythm, {
        now: yield* Clock.currentTimeMillis,
        rows: now.rowsReady,
        total: amountOf(now.total)
      })
      if (wrong !== null) return yield* new RowsWrong({ message: Object.values(wrong).join(" ") })
      const times = payoutsOf(rhythm)
      yield* rowsRepo.repeat(now.id, now.communityId, yield* rowsOf(now.id), times)
      const many = times.length
      yield* repo.update(now.id, {
        rowsTotal: now.rowsTotal + now.rowsReady * (many - 1),
        rowsReady: now.rowsReady * many,
        total: formatAmount(amountOf(now.total) * BigInt(many))
      })
    })

    /** Sets when a draft pays: repeatedly, or once with null. */
    const setRhythm = Effect.fn("Distributions.setRhythm")(function* (
      given: Distribution,
      version: number,
      rhythm: Rhythm | null
    ) {
      const now = yield* repo.mustBe(given, ["draft"], "changing when it pays")
      if (now.version !== version) return yield* new StaleDistribution()
      const text = rhythm === null ? null : Schema.encodeSync(Schema.parseJson(Rhythm))(rhythm)
      yield* repo.update(now.id, { rhythm: text })
    }, atomically(sql))

    /** Accepts the rows if all are valid. This fixes them, and with them what a vote is about. */
    const accept = Effect.fn("Distributions.accept")(function* (given: Distribution, withVote: boolean) {
      const now = yield* repo.mustBe(given, ["draft"], "checking it")
      const question = now.reading === null ? null : openQuestion(now.reading)
      if (question !== null) return yield* new RowsWrong({ message: question })
      if (now.rowsWrong > 0) {
        const lines =
          now.rowsWrong === 1
            ? "1 line has an error. Fix it, or leave it out."
            : `${now.rowsWrong} lines have errors. Fix them, or leave them out.`
        return yield* new RowsWrong({ message: lines })
      }
      if (now.rowsReady === 0) return yield* new RowsWrong({ message: "The list has no line that can be paid." })
      if (now.rhythm !== null) yield* repeat(now, now.rhythm)
      yield* repo.update(now.id, { state: withVote ? "checked" : "approved", digest: yield* runs.digest(now) })
    }, atomically(sql))

    /** Back to editing. A vote on the previous rows then no longer approves anything. */
    const reopen = Effect.fn("Distributions.reopen")(function* (given: Distribution) {
      const now = yield* repo.mustBe(given, ["checked", "approved"], "changing its rows")
      if (now.source === "expenses") return yield* new RowsWrong({ message: FIXED })
      if (now.rhythm !== null) yield* rowsRepo.once(now.id, now.rhythm.first)
      const sums = now.rhythm === null ? {} : yield* sumColumns(yield* rowsOf(now.id), now.rhythm)
      yield* repo.update(now.id, { ...sums, state: "draft", digest: null, proposalId: null })
    }, atomically(sql))

    const { approve, digest, discard, pause, payable, putToVote, restore, retry, start, stop, takeUp } = runs
    return {
      create,
      edit,
      read,
      setRhythm,
      accept,
      reopen,
      digest,
      payable,
      putToVote,
      approve,
      start,
      pause,
      retry,
      stop,
      restore,
      discard,
      takeUp
    }
  })
}) {}

/** Parses a payout's number from the address. */
export const numberIn = (text: string | null | undefined): Option.Option<number> =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Option.some(Number(text)) : Option.none()
