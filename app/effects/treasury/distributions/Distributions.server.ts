/**
 * Distributions: prepared, mended, checked, started and stopped (docs/product/treasury.md, 3.4). Who may is decided
 * before: the treasury holder, read from the ledger each time. Nothing here moves a token; batches are signed in
 * Payouts.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { digestOf } from "~/effects/base/text/digest"
import { randomId } from "~/effects/base/text/random.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { actionOf } from "~/effects/governance/proposals/action.server"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { type AmountText, amountOf, formatAmount } from "~/ledger/index"
import { type Distribution, DistributionId, type Mode, PayRule, type Purpose } from "./Distribution"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { NotApproved, RowsWrong, StaleDistribution } from "./errors"
import { MOST_ROWS } from "./limits"
import { planOf } from "./list/batches"
import { type CheckedRow, sumsOf } from "./list/checkRows"
import { makeRunning } from "./running.server"

export interface NewDistribution {
  readonly communityId: CommunityId
  readonly account: string
  readonly title: string
  readonly note: string
  readonly purpose: Purpose
  readonly resource: string
  readonly symbol: string
  readonly divisibility: number
  readonly mode: Mode
  readonly recoverDays: number | null
  readonly rule: PayRule | null
  readonly record: { readonly version: number; readonly at: number } | null
  readonly remainder: AmountText
  readonly rows: ReadonlyArray<CheckedRow>
}

/** Rows written in one statement. */
const AT_ONCE = 100

export const tooMany = new RowsWrong({ message: "At most 2,000 rows. Split the file." })

/** Key of a row; it sorts by its line. */
export const rowId = (id: string, line: number): string => `${id}-${String(line).padStart(7, "0")}`

export class Distributions extends Effect.Service<Distributions>()("effects/Distributions", {
  dependencies: [DistributionsRepo.Default, CommunityCounts.Default, ProposalDrafts.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const counts = yield* CommunityCounts
    const repo = yield* DistributionsRepo
    const activity = yield* Activity
    const drafts = yield* ProposalDrafts

    const insertRows = (id: string, communityId: string, rows: ReadonlyArray<CheckedRow>) =>
      Effect.forEach(
        Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, index) =>
          rows.slice(index * AT_ONCE, (index + 1) * AT_ONCE)
        ),
        (part) =>
          sql`INSERT INTO distribution_rows ${sql.insert(
            part.map((row) => ({ ...row, id: rowId(id, row.line), distributionId: id, communityId }))
          )}`,
        { discard: true }
      )

    const sumColumns = (rows: ReadonlyArray<CheckedRow>) => {
      const { excluded, ready, total, wrong } = sumsOf(rows)
      return {
        rowsTotal: rows.length,
        rowsReady: ready,
        rowsWrong: wrong,
        rowsExcluded: excluded,
        total: formatAmount(total)
      }
    }

    /** The run as it is now, to itself until the transaction ends; in one of the states that `action` is possible in. */
    const mustBe = Effect.fnUntraced(function* (
      given: Pick<Distribution, "id">,
      states: ReadonlyArray<Distribution["state"]>,
      action: string
    ) {
      yield* Effect.orDie(takeTurns(sql, [`distribution:${given.id}`]))
      const now = yield* Effect.orDie(repo.mustFindId(given.id))
      if (!states.includes(now.state)) return yield* new WrongState({ thing: "distribution", state: now.state, action })
      return now
    })

    const update = Effect.fnUntraced(function* (id: string, values: Readonly<Record<string, string | number | null>>) {
      const updatedAt = yield* Clock.currentTimeMillis
      yield* Effect.orDie(
        sql`UPDATE distributions SET ${sql.update({ ...values, updatedAt })}, version = version + 1 WHERE id = ${id}`
      )
    })

    const create = Effect.fn("Distributions.create")(function* (given: NewDistribution) {
      const { record, rows, rule, ...rest } = given
      if (rows.length === 0) return yield* new RowsWrong({ message: "The list is empty." })
      if (rows.length > MOST_ROWS) return yield* tooMany
      const now = yield* Clock.currentTimeMillis
      const id = DistributionId.make(yield* randomId())
      const number = yield* counts.nextDistributionNumber(given.communityId)
      yield* Effect.orDie(
        sql`INSERT INTO distributions ${sql.insert({
          ...rest,
          ...sumColumns(rows),
          id,
          number,
          source: rule === null ? "csv" : "rule",
          rule: rule === null ? null : Schema.encodeSync(Schema.parseJson(PayRule))(rule),
          recordVersion: record?.version ?? null,
          recordAt: record?.at ?? null,
          chunkSize: 0,
          state: "draft",
          createdAt: now,
          updatedAt: now
        })}`
      )
      yield* Effect.orDie(insertRows(id, given.communityId, rows))
      return number
    }, atomically(sql))

    /** Rows as `mend` makes them of those stored; `version` is the one the person saw. */
    const edit = Effect.fn("Distributions.edit")(function* (
      given: Distribution,
      version: number,
      mend: (rows: ReadonlyArray<CheckedRow>) => ReadonlyArray<CheckedRow>
    ) {
      const now = yield* mustBe(given, ["draft"], "changing its rows")
      if (now.version !== version) return yield* new StaleDistribution()
      const stored = yield* repo.rows(given.id, 0, MOST_ROWS)
      const rows = mend(
        stored.map(({ account, amount, error, line, note, state }) => ({
          line,
          account,
          amount,
          note,
          error,
          state: state === "excluded" || state === "error" ? state : "valid"
        }))
      )
      yield* Effect.orDie(sql`DELETE FROM distribution_rows WHERE distribution_id = ${given.id}`)
      yield* Effect.orDie(insertRows(given.id, given.communityId, rows))
      yield* update(given.id, sumColumns(rows))
    }, atomically(sql))

    /** What is to be paid, in the order of its lines. */
    const payable = (id: string) =>
      Effect.map(repo.validRows(id), (rows) =>
        rows.map(({ account, amount, line }) => ({ line, account, amount: amountOf(amount) }))
      )

    /** Of exactly the payments it would make. */
    const digest = (run: Distribution) => Effect.map(payable(run.id), (rows) => digestOf(planOf(run, rows)))

    /** Every row is right: fixes them, and with them what a vote is about. */
    const accept = Effect.fn("Distributions.accept")(function* (given: Distribution, withVote: boolean) {
      const now = yield* mustBe(given, ["draft"], "checking it")
      if (now.rowsWrong > 0) {
        const lines = now.rowsWrong === 1 ? "1 line needs" : `${now.rowsWrong} lines need`
        return yield* new RowsWrong({ message: `${lines} you. Fix them, or leave them out.` })
      }
      if (now.rowsReady === 0) return yield* new RowsWrong({ message: "Nobody is left to pay." })
      yield* update(now.id, { state: withVote ? "checked" : "approved", digest: yield* digest(now) })
    }, atomically(sql))

    /** A draft of a proposal that carries exactly these payments; answers its id. */
    const putToVote = Effect.fn("Distributions.putToVote")(function* (
      given: Distribution,
      community: Pick<Community, "id" | "governance">,
      author: string
    ) {
      const action = "putting it to a vote"
      const now = yield* mustBe(given, ["checked", "approved"], action)
      // Free when its rows were checked, and not any more.
      if (now.proposalId !== null) return yield* new WrongState({ thing: "distribution", state: now.state, action })
      if (now.state === "approved") yield* update(now.id, { state: "checked" })
      return yield* drafts.begin({
        community,
        author,
        action: actionOf("distribution", planOf(now, yield* payable(now.id))),
        values: { kind: "spending", title: now.title, body: now.note }
      })
    }, atomically(sql))

    /** Back to mending; a vote about other rows would approve nothing any more. */
    const reopen = Effect.fn("Distributions.reopen")(function* (given: Distribution) {
      const now = yield* mustBe(given, ["checked", "approved"], "changing its rows")
      yield* update(now.id, { state: "draft", digest: null, proposalId: null })
    }, atomically(sql))

    const approve = Effect.fn("Distributions.approve")(function* (given: Distribution, proposalId: string) {
      const now = yield* mustBe(given, ["checked", "approved"], "approving it")
      if (now.digest === null || now.digest !== given.digest) return yield* new NotApproved({})
      yield* update(now.id, { state: "approved", proposalId })
    }, atomically(sql))

    return {
      create,
      edit,
      accept,
      putToVote,
      reopen,
      approve,
      digest,
      payable,
      ...makeRunning(sql, activity, { mustBe, update, payable })
    }
  })
}) {}

/** For who looks one up by its address. */
export const numberIn = (text: string | null | undefined): Option.Option<number> =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Option.some(Number(text)) : Option.none()
