/**
 * Benchmarks of docs/goals.md B2: 10,000 comments and 10,000 changes to members, each sent twice at the same time; and
 * B3: 1,000 edits by two at the same time. Both over a database.
 */
import { Effect, Layer, Logger, TestContext } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { submitTwice } from "../../tests/effects/communities/members/membersTwice"
import { world as membersWorld } from "../../tests/effects/communities/members/world"
import { editTogether, sendPairs } from "../../tests/effects/conversation/discussion/commentPairs"
import { world } from "../../tests/effects/conversation/discussion/world"
import { atMost, type Goal } from "./goal"

const PAIRS = 10_000
const PRESSES = 10_000
const ROUNDS = 1_000

const live = () => world(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie))
const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof live>>>) =>
  Effect.runPromise(
    program.pipe(
      Effect.provide(live()),
      Effect.provide(TestContext.TestContext),
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
  )

const members = () => membersWorld(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie))

export const doubleSubmits: Goal = async () => {
  const { counted, different, kept } = await run(sendPairs(PAIRS))
  const received = await Effect.runPromise(
    submitTwice(PRESSES).pipe(
      Effect.provide(members()),
      Effect.provide(TestContext.TestContext),
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
  )
  const wrong = Math.abs(kept - PAIRS) + different + Math.abs(received.kept - PRESSES) + received.different
  return atMost(
    wrong,
    0,
    `duplicates, losses and differing responses of ${PAIRS} pairs of comments and ${PRESSES} of changes to members; ${kept} and ${received.kept} stored, ${counted} counted`
  )
}

export const lostUpdates: Goal = async () => {
  const { kept, wrong } = await run(editTogether(ROUNDS))
  return atMost(
    wrong + Math.abs(kept - ROUNDS),
    0,
    `rounds of ${ROUNDS} in which not exactly one editor saved; ${kept} earlier texts stored`
  )
}
