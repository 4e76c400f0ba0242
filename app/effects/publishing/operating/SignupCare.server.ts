/** Blocks sign-ups by domain and network, and ends that. The reason is shown to those who are refused. */
import { Clock, Duration, Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { inUtc } from "~/effects/base/text/moments"
import { type BlockTarget, readBlockTarget } from "~/effects/people/signup/blockTarget.server"
import { MOST_BLOCKS, SignupBlocks } from "~/effects/people/signup/SignupBlocks.server"
import { AlreadySo } from "./errors"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

const targetOf = (text: string): Effect.Effect<BlockTarget, InvalidFields> => {
  const read = readBlockTarget(text)
  return typeof read === "string" ? new InvalidFields({ fields: { on: read } }) : Effect.succeed(read)
}

export class SignupCare extends Effect.Service<SignupCare>()("publishing/operating/SignupCare", {
  dependencies: [OperatorLog.Default, SignupBlocks.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const blocks = yield* SignupBlocks
    const log = yield* OperatorLog
    const onTarget = ({ target }: BlockTarget) => ({ type: "address", id: target, label: target }) as const

    /** `days`: null for a block without an end. */
    const block = Effect.fn("SignupCare.block")(function* (text: string, days: number | null, order: Order) {
      const named = yield* targetOf(text)
      yield* withLocks(sql, ["signup-blocks"])
      if ((yield* blocks.list).length >= MOST_BLOCKS) {
        return yield* new AlreadySo({ message: `There are ${MOST_BLOCKS} blocks already. End some first.` })
      }
      const endsAt = days === null ? null : (yield* Clock.currentTimeMillis) + Duration.toMillis(Duration.days(days))
      if (!(yield* blocks.add(named, order.reason, endsAt))) {
        return yield* new AlreadySo({ message: `Sign-ups from ${named.target} are already blocked.` })
      }
      const until = endsAt === null ? "" : ` until ${inUtc("moment", endsAt)} UTC`
      const summary = `Blocked sign-ups from ${named.target}${until}`
      yield* log.record(order, "block-signups", summary, onTarget(named))
      return { summary }
    }, atomically(sql))

    const unblock = Effect.fn("SignupCare.unblock")(function* (text: string, order: Order) {
      const named = yield* targetOf(text)
      if (!(yield* blocks.remove(named))) {
        return yield* new AlreadySo({ message: `Sign-ups from ${named.target} are not blocked.` })
      }
      const summary = `Allowed sign-ups from ${named.target}`
      yield* log.record(order, "unblock-signups", summary, onTarget(named))
      return { summary }
    }, atomically(sql))

    return { list: blocks.list, block, unblock }
  })
}) {}
