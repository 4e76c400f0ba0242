/**
 * /api/prepared-transactions/{id}: a page takes the lease before it opens its wallet, reports the wallet's transaction or
 * refusal, and polls the state.
 */
import { Effect, Schema } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { readJson } from "~/effects/base/remix/body"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { Holder } from "../lease"
import { PreparedTransactions } from "../PreparedTransactions.server"
import type { Step } from "../Step"
import { viewOf } from "../stepView.server"
import { TransactionChecks } from "../TransactionChecks.server"

const Report = Schema.Struct({
  transactionIntentHash: Schema.String.pipe(
    Schema.pattern(/^txid_tdx_2_1[02-9ac-hj-np-z]{50,70}$/, {
      message: () => "This is not a transaction of the test network."
    })
  )
})
const Ask = Schema.Struct({ ask: Holder, takeOver: Schema.Boolean })
const Release = Schema.Struct({ release: Holder })

/** Only the account that is asked to sign can see a prepared transaction. */
const ownStep = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { account } = yield* requireAccount("follow this transaction")
  const steps = yield* PreparedTransactions
  const step = yield* steps.findOrFail(params.id ?? "")
  return step.account === account ? step : yield* new NotThere({})
})

/** While the gateway is down nothing is decided, and the last known state is shown. */
const shown = (step: Step, program: Effect.Effect<Step, { readonly _tag: "GatewayDown" }>) =>
  Effect.gen(function* () {
    const steps = yield* PreparedTransactions
    return yield* program.pipe(
      Effect.flatMap((checked) => viewOf(checked)),
      Effect.catchTag("GatewayDown", () => Effect.flatMap(steps.findOrFail(step.id), (stored) => viewOf(stored, true)))
    )
  })

export const readStep = Effect.gen(function* () {
  const step = yield* ownStep
  const checks = yield* TransactionChecks
  const steps = yield* PreparedTransactions
  const indexer = yield* Indexer
  if (step.state !== "waiting") return yield* shown(step, checks.check(step))
  // It may have been signed on a page that was closed; the ledger says so.
  yield* indexer.followCommunity(step.communityId)
  return yield* shown(step, steps.findOrFail(step.id).pipe(Effect.orDie))
})

/** Grants the lease to one page, unless the ledger already has the transaction or another wallet has the lease. */
const ask = ({ communityId, id }: Step, { ask: holder, takeOver }: typeof Ask.Type) =>
  Effect.gen(function* () {
    const indexer = yield* Indexer
    const steps = yield* PreparedTransactions
    yield* indexer.requireFollows(communityId)
    return yield* viewOf(yield* steps.handOver(id, holder, takeOver))
  })

export const reportStep = Effect.gen(function* () {
  const step = yield* ownStep
  const { request } = yield* RouteArgs
  const said = yield* readJson(Schema.Union(Report, Ask, Release), request)
  const checks = yield* TransactionChecks
  const steps = yield* PreparedTransactions
  if ("ask" in said) return yield* ask(step, said)
  if ("release" in said) {
    yield* steps.leases.release(step.idempotencyKey, said.release)
    return yield* viewOf(yield* steps.findOrFail(step.id))
  }
  return yield* shown(step, checks.report(step, said.transactionIntentHash))
})
