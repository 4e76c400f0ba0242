/** The transaction kind that takes unclaimed tokens back into the treasury after their date. */
import { Effect, Schema } from "effect"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { readable } from "~/effects/base/amounts/readable"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { changesOf } from "~/effects/chain/ledger/changes"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { DistributionsRepo } from "./DistributionsRepo.server"

/** A claim whose tokens went back into the treasury. */
const TakenBack = Schema.Struct({
  originId: Schema.String,
  account: AccountAddress,
  amount: AmountText,
  symbol: Schema.String
}).annotations(rowOf("claims", ["originId"]))
type TakenBack = typeof TakenBack.Type

/** Records unclaimed tokens that went back into the treasury. Joins the surrounding transaction. */
const makeRecoveredClaims = Effect.gen(function* () {
  const sql = yield* Sql

  const recovered = findAll({
    Request: Schema.Struct({
      ids: Schema.Array(Schema.String),
      txId: Schema.String,
      updatedAt: Schema.Number
    }),
    Result: TakenBack,
    execute: ({ ids, txId, updatedAt }) => sql`
        UPDATE claims SET ${sql.update({ state: "recovered", txId, updatedAt })}
        WHERE ${sql.in("origin_id", ids)} AND state IN ('available', 'pending')
        RETURNING origin_id, account, amount, symbol`
  })

  /** Marks claims and their rows. Each claim stores the ledger's time and transaction for its owner's history. */
  const takeBack = Effect.fn("recoverStep.takeBack")(function* (
    ids: ReadonlyArray<string>,
    { at, intentHash: txId }: CommittedTransaction
  ) {
    const taken = yield* recovered({ ids, txId, updatedAt: Date.parse(at) })
    if (taken.length === 0) return taken
    yield* sql`UPDATE distribution_rows SET state = 'recovered', tx_id = ${txId}
        WHERE ${sql.in(
          "id",
          taken.map(({ originId }) => originId)
        )} AND state = 'claimable'`
    return taken
  })

  return { takeBack }
})

export const RECOVER = "recover"

export const RecoverDetail = Schema.parseJson(
  Schema.Struct({
    distribution: Schema.String,
    treasury: AccountAddress,
    resource: ResourceAddress,
    rows: Schema.Array(Schema.Struct({ id: Schema.String, amount: AmountText }))
  })
)

export const recoverStep = Effect.gen(function* () {
  const { takeBack } = yield* makeRecoveredClaims
  const { recount } = yield* DistributionsRepo
  const news = yield* PayeeNotices

  /** Notifies the accounts that had not claimed the tokens. */
  const notify = ({ communityId }: Step, taken: ReadonlyArray<TakenBack>) =>
    Effect.forEach(
      taken,
      ({ account, amount, symbol }) =>
        news.notify({
          to: [account],
          type: "claim",
          communityId,
          target: claimsHref(communityId),
          outside: {},
          text: `${readable(amount)} ${symbol} that waited for you went back into the treasury because it was not claimed in time.`,
          importance: "important"
        }),
      { discard: true }
    )

  const write = Effect.fnUntraced(function* (
    step: Step,
    { distribution, rows }: typeof RecoverDetail.Type,
    found: CommittedTransaction
  ) {
    const taken = yield* takeBack(
      rows.map(({ id }) => id),
      found
    )
    yield* recount([distribution])
    yield* notify(step, taken)
  })

  const kind: TransactionKind = {
    kind: RECOVER,
    prove: (step, found) =>
      Effect.gen(function* () {
        const detail = yield* Effect.orDie(Schema.decode(RecoverDetail)(step.detail))
        const { resource, rows, treasury } = detail
        const sum = rows.reduce((all, row) => all + amountOf(row.amount), 0n)
        const got = changesOf(found, resource)(treasury)
        if (got !== sum) {
          return yield* new TransactionMismatch({
            what: `the treasury got ${formatAmount(got)}, not ${formatAmount(sum)}.`
          })
        }
        return write(step, detail, found)
      }),
    sent: () => Effect.void,
    ended: () => Effect.void
  }
  return kind
}).pipe(Effect.provide(PayeeNotices.Default))
