/**
 * Distributions: prepared, mended, checked, started and stopped (product 3.4). Who may is decided before: the treasury
 * holder, read from the ledger each time. Nothing here moves a token; batches are signed in Payouts.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { formatAmount } from "~/ledger/index"
import { Activity } from "../activity/Activity.server"
import type { CommunityId } from "../communities/Community"
import { atomically } from "../limits/atomically.server"
import { takeTurns } from "../limits/turns.server"
import { randomId } from "../random.server"
import { type Distribution, DistributionId, type Mode, PayRule, type Purpose, pathOf } from "./Distribution"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { DistributionOver, NotApproved, RowsWrong, StaleDistribution } from "./errors"
import { MOST_ROWS } from "./limits"
import { batchesOf, batchHash, batchIdOf, planDigest } from "./list/batches"
import { amountIn, type CheckedRow, sumsOf } from "./list/checkRows"

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
  readonly remainder: string
  readonly rows: ReadonlyArray<CheckedRow>
}

/** Rows written in one statement. */
const AT_ONCE = 100
const DAY_MS = 86_400_000

export const tooMany = new RowsWrong({ message: "At most 2,000 rows. Split the file." })

/** Key of a row; it sorts by its line. */
export const rowId = (id: string, line: number): string => `${id}-${String(line).padStart(7, "0")}`

export class Distributions extends Effect.Service<Distributions>()("effects/Distributions", {
  dependencies: [DistributionsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* DistributionsRepo
    const activity = yield* Activity

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
      if (!states.includes(now.state)) return yield* new DistributionOver({ state: now.state, action })
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
      const [counted] = yield* Effect.orDie(sql<{ readonly distributionSeq: number }>`UPDATE communities
        SET distribution_seq = distribution_seq + 1 WHERE id = ${given.communityId} RETURNING distribution_seq`)
      const number = counted?.distributionSeq ?? 0
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
      Effect.map(repo.rows(id, 0, MOST_ROWS), (rows) =>
        rows
          .filter(({ state }) => state === "valid")
          .map(({ account, amount, line }) => ({ line, account, amount: amountIn({ amount }) }))
      )

    /** Every row is right: fixes them, and with them what a vote is about. */
    const accept = Effect.fn("Distributions.accept")(function* (given: Distribution, withVote: boolean) {
      const now = yield* mustBe(given, ["draft"], "checking it")
      if (now.rowsWrong > 0) {
        const lines = now.rowsWrong === 1 ? "1 line needs" : `${now.rowsWrong} lines need`
        return yield* new RowsWrong({ message: `${lines} you. Fix them, or leave them out.` })
      }
      if (now.rowsReady === 0) return yield* new RowsWrong({ message: "Nobody is left to pay." })
      const { communityId: community, mode, resource } = now
      const digest = planDigest({ community, mode, resource, rows: yield* payable(now.id) })
      yield* update(now.id, { state: withVote ? "checked" : "approved", digest })
    }, atomically(sql))

    /** Back to mending; a vote about other rows would approve nothing any more. */
    const reopen = Effect.fn("Distributions.reopen")(function* (given: Distribution) {
      const now = yield* mustBe(given, ["checked", "approved"], "changing its rows")
      yield* update(now.id, { state: "draft", digest: null, proposalId: null })
    }, atomically(sql))

    const approve = Effect.fn("Distributions.approve")(function* (given: Distribution, proposalId: string) {
      const now = yield* mustBe(given, ["checked", "approved"], "approving it")
      if (now.digest === null || now.digest !== given.digest) return yield* new NotApproved()
      yield* update(now.id, { state: "approved", proposalId })
    }, atomically(sql))

    /** Cuts the rows into batches, for ever; from here on only stopping is left. */
    const start = Effect.fn("Distributions.start")(function* (given: Distribution, size: number, version: number) {
      const now = yield* mustBe(given, ["approved"], "starting it")
      const at = yield* Clock.currentTimeMillis
      const batches = batchesOf(yield* payable(now.id), size)
      for (const { n, rows, sum } of batches) {
        const hash = batchHash(batchIdOf(now.id, n), now.resource, rows)
        yield* Effect.orDie(
          sql`INSERT INTO distribution_chunks ${sql.insert({
            distributionId: now.id,
            n,
            people: rows.length,
            amount: formatAmount(sum),
            hash,
            state: "ready",
            updatedAt: at
          })}`
        )
        const lines = rows.map(({ line }) => line)
        yield* Effect.orDie(sql`UPDATE distribution_rows SET chunk = ${n}
          WHERE distribution_id = ${now.id} AND ${sql.in("line", lines)} AND chunk IS NULL`)
      }
      const recoverAfter = now.recoverDays === null ? null : at + now.recoverDays * DAY_MS
      yield* update(now.id, {
        state: "running",
        chunkSize: size,
        chunksTotal: batches.length,
        recoverAfter,
        startedAt: at,
        startedVersion: version
      })
      yield* activity.record({
        communityId: now.communityId,
        actor: given.account,
        type: "distributionStarted",
        target: pathOf(now.communityId, now.number),
        data: { title: now.title },
        visibility: "members"
      })
    }, atomically(sql))

    const pause = Effect.fn("Distributions.pause")(function* (given: Distribution, paused: boolean) {
      const now = yield* mustBe(given, ["running"], paused ? "pausing it" : "going on with it")
      yield* update(now.id, { paused: paused ? 1 : 0 })
    }, atomically(sql))

    /** Batches that did not happen may be signed again; what is under way is not touched. */
    const retry = Effect.fn("Distributions.retry")(function* (given: Distribution) {
      const now = yield* mustBe(given, ["running"], "trying again")
      const at = yield* Clock.currentTimeMillis
      yield* Effect.orDie(sql`UPDATE distribution_chunks SET state = 'ready', error = NULL, updated_at = ${at}
        WHERE distribution_id = ${now.id} AND state IN ('failed', 'rejected')`)
      yield* update(now.id, { paused: 0 })
    }, atomically(sql))

    /** Nothing more is sent. A batch the wallet has may still commit; then it counts. */
    const stop = Effect.fn("Distributions.stop")(function* (given: Distribution) {
      const now = yield* mustBe(given, ["draft", "checked", "approved", "running"], "stopping it")
      if (now.state !== "running") {
        yield* Effect.orDie(sql`DELETE FROM distributions WHERE id = ${now.id}`)
        return false
      }
      yield* update(now.id, { state: "stopped", finished: 1, paused: 0, finishedAt: yield* Clock.currentTimeMillis })
      return true
    }, atomically(sql))

    return { create, edit, accept, reopen, approve, start, pause, retry, stop, payable }
  })
}) {}

/** For who looks one up by its address. */
export const numberIn = (text: string | null | undefined): Option.Option<number> =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Option.some(Number(text)) : Option.none()
