/** Lapses expired orders, unless the ledger has used them after all. */
import { Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { Order } from "./Order"
import { OrderEnds } from "./OrderEnds.server"
import { OrderLists } from "./OrderLists.server"
import { SeriesRepo } from "./SeriesRepo.server"

export const makeOrderExpiry = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const orders = yield* OrderLists
  const ledger = yield* Ledger
  const { end } = yield* OrderEnds
  const { scan } = yield* WorkQueue

  /** What the ledger did with a signed part. A part that it does not know, or refuses to look up, was never used. */
  const fateOf = ({ subintentHash }: Order) => {
    const unused = () => Effect.succeed("unused" as const)
    return ledger.subintentStatus(subintentHash ?? "").pipe(
      Effect.map(({ finalizedBy }) => (Option.isSome(finalizedBy) ? ("used" as const) : ("unused" as const))),
      Effect.catchTags({
        GatewayDown: () => Effect.succeed("unread" as const),
        UnknownOnLedger: unused,
        LedgerRefused: unused
      })
    )
  }

  const lapse = Effect.fnUntraced(function* (order: Order) {
    yield* repo.turn(order.seriesId)
    const series = Option.getOrUndefined(yield* repo.find(order.seriesId))
    if (series !== undefined) yield* end({ order, series, from: ["signed"], state: "lapsed" })
  }, atomically(sql))

  const checkOne = Effect.fn("OrderExpiry.checkOne")(function* (id: string) {
    for (const order of yield* orders.several([id])) {
      if (order.state !== "signed") continue
      const fate = yield* fateOf(order)
      if (fate === "unused") yield* lapse(order)
      // Reported to the operator; the order stays as it is.
      else if (fate === "used") yield* Effect.dieMessage("the order was settled by a transaction that is not ours")
    }
  })
  const poll = (now: number) =>
    scan({ job: "bonds.orders", after: orders.expired(now), keyOf: ({ id }) => id, check: ({ id }) => checkOne(id) })

  return { poll }
})
