/** /api/bonds/{community}/batches: the treasury holder's page requests a batch, signs or declines it, and polls it. */
import { Effect, Schema } from "effect"
import { readJson } from "~/effects/base/remix/body"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Holder } from "~/effects/chain/prepared-transactions/lease"
import { inside } from "~/effects/communities/communities/inside.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { BatchesRepo } from "../BatchesRepo.server"
import { Settlements } from "../Settlements.server"

const SignedBody = Schema.Struct({ signedPartialTransaction: Schema.String })
const BatchBody = Schema.Struct({
  series: Schema.String,
  direction: Schema.Literal("buy", "redeem"),
  ask: Holder,
  takeOver: Schema.Boolean,
  agreed: Schema.Array(Schema.String)
})
const GiveBackBody = Schema.Struct({ release: Holder })

/** POST /api/bonds/{community}/batches: prepares a batch, or returns the orders that would fail. */
export const prepareBatch = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  yield* TreasuryHolders.must(here, "settle orders")
  const { agreed, ask: holder, direction, series, takeOver } = yield* readJson(BatchBody, request)
  const settlements = yield* Settlements
  return yield* Effect.catchTag(
    settlements.prepare(here, series, direction, { agreed, holder, takeOver }),
    "OrdersWouldFail",
    ({ failures, mayGoOn, message }) => Effect.succeed({ failures, mayGoOn, message })
  )
})

const batchView = ({
  id,
  orderIds,
  problem,
  state,
  txId,
  units
}: Effect.Effect.Success<ReturnType<Settlements["sign"]>>) => ({
  id,
  state,
  txId,
  problem,
  units,
  orders: orderIds.length
})

/** POST /api/bonds/{community}/batches/{batch}: takes the treasury's signature, or that the wallet declined. */
export const signBatch = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const here = yield* inside
  yield* TreasuryHolders.must(here, "settle orders")
  const said = yield* readJson(Schema.Union(SignedBody, GiveBackBody), request)
  const settlements = yield* Settlements
  const id = params.batch ?? ""
  return batchView(
    "release" in said
      ? yield* settlements.giveBack(here.community.id, id, said.release)
      : yield* settlements.sign(here, id, said.signedPartialTransaction)
  )
})

/** GET /api/bonds/{community}/batches/{batch}: polls the ledger. */
export const readBatch = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const here = yield* inside
  const { treasury } = yield* TreasuryHolders.must(here, "settle orders")
  const batches = yield* BatchesRepo
  const settlements = yield* Settlements
  const batch = yield* batches.findOrFail(here.community.id, params.batch ?? "")
  yield* known(settlements.check(batch, treasury))
  return batchView(yield* batches.findOrFail(here.community.id, batch.id))
})
