/** The step that takes tokens out of a locker into the account they wait for (template 08). */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { StepMismatch } from "~/effects/chain/ledger-steps/errors"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepKind } from "~/effects/chain/ledger-steps/StepKind.server"
import { changesOf } from "~/effects/treasury/distributions/changes"
import { markClaimed, moveClaims } from "~/effects/treasury/distributions/settleClaims.server"
import { amountOf } from "~/ledger/index"

export const CLAIM = "claim"

export const ClaimItem = Schema.Struct({ resource: Schema.String, symbol: Schema.String, amount: AmountText })
export const ClaimDetail = Schema.parseJson(
  Schema.Struct({
    locker: Schema.String,
    /** When the locker was read; what came later stays available. */
    version: Schema.Number,
    items: Schema.Array(ClaimItem)
  })
)

const Open = Schema.Struct({ id: Schema.String, distributionId: Schema.String })

export const claimStep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const detailOf = (step: Step) => Effect.orDie(Schema.decode(ClaimDetail)(step.detail))

  const move = (step: Step, from: "available" | "pending", to: "available" | "pending") =>
    Effect.gen(function* () {
      const { items, locker, version } = yield* detailOf(step)
      const resources = items.map(({ resource }) => resource)
      const { account, communityId } = step
      yield* moveClaims(sql, { account, communityId, locker, resources, version }, from, to)
    })

  const write = (step: Step, txId: string) =>
    Effect.gen(function* () {
      const { items, locker, version } = yield* detailOf(step)
      const resources = items.map(({ resource }) => resource)
      const find = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Open,
        execute: () => sql`SELECT k.id, r.distribution_id FROM claims k JOIN distribution_rows r ON r.id = k.origin_id
          WHERE k.account = ${step.account} AND k.state IN ('available', 'pending')
            AND k.community_id = ${step.communityId} AND k.locker = ${locker}
            AND ${sql.in("k.resource", resources)} AND k.available_version <= ${version}`
      })
      yield* markClaimed(sql, yield* find(), txId)
    }).pipe(Effect.orDie)

  const kind: StepKind = {
    kind: CLAIM,
    prove: (step, found) =>
      Effect.gen(function* () {
        const { items, locker } = yield* detailOf(step)
        for (const { amount, resource, symbol } of items) {
          const changed = changesOf(found, resource)
          if (changed(locker) !== -amountOf(amount)) {
            return yield* new StepMismatch({ what: `the locker did not give ${amount} ${symbol}.` })
          }
          if (changed(step.account) !== amountOf(amount)) {
            return yield* new StepMismatch({ what: `the account did not get ${amount} ${symbol}.` })
          }
        }
        return write(step, found.intentHash)
      }),
    sent: (step) => move(step, "available", "pending"),
    ended: (step) => move(step, "pending", "available")
  }
  return kind
})
