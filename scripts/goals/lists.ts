/**
 * Benchmark `lists` of docs/goals.md: a list of 10,000 payments, uploaded as CSV, is read, checked and stored by the
 * action of its page and shown by its loader. Processor time, and what the process' memory grows by.
 */
import { Clock, Effect, Layer, Logger, Runtime, TestContext } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { makeFairScheduler } from "~/effects/server/fairScheduler"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { signIn, visit } from "../../tests/effects/publishing/dashboard/visits"
import { submitOn } from "../../tests/effects/treasury/payouts/submit"
import { ADA, garden, person, world } from "../../tests/effects/treasury/payouts/world"
import { type Goal, median } from "./goal"
import { watched } from "./turns/watch"

const ROWS = 10_000
const PEOPLE = 500
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const LIMITS = { seconds: 1.5, memory: 60, tick: 50 }

const listOf = () => {
  const accounts = Array.from({ length: PEOPLE }, (_, n) => person(n).account)
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `${accounts[n % PEOPLE]},${(n % 9) + 1}.${(n % 90) + 10},"Row ${n}, water"`
  )
  return ["account,amount,note", ...lines, ""].join("\n")
}

const live = () =>
  Layer.provideMerge(
    Idempotency.Default,
    world(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie))
  )

const measure = (text: string) =>
  Effect.gen(function* () {
    const place = yield* garden
    const press = submitOn(place)
    const token = yield* signIn(ADA)
    const run = Runtime.runPromise(yield* Effect.runtime<Layer.Layer.Success<ReturnType<typeof live>>>())
    const form = { intent: "create", title: "Helpers", resource: place.treasury.token ?? "", source: "csv", csv: "" }
    const params = { id: place.community.id }
    const readAndShown = (n: number) =>
      Effect.gen(function* () {
        const refused = yield* press("?new=1", { ...form, file: new File([text], "helpers.csv", { type: "text/csv" }) })
        const path = `/community/detail/${place.community.id}/tokenDistribution?d=${n}`
        const { value } = yield* visit(path, distributionPage, { token, params })
        if (refused !== "" || value.view !== "run" || value.run.rowsTotal !== ROWS)
          return yield* Effect.dieMessage(`the list was not read: ${refused}`)
      })
    const rounds: Array<Effect.Effect.Success<ReturnType<typeof once>>> = []
    const once = (n: number) =>
      Effect.promise(async () => {
        const begun = process.cpuUsage()
        const seen = await watched(() => run(readAndShown(n)))
        const { system, user } = process.cpuUsage(begun)
        return { ...seen, cpu: (system + user) / 1_000_000 }
      })
    for (let n = 1; n <= ROUNDS; n++) rounds.push(yield* once(n))
    return rounds
  }).pipe(
    // Between portions the server waits for a poll; the test clock would not.
    Effect.withClock(Clock.make()),
    Effect.provide(live()),
    Effect.provide(TestContext.TestContext),
    Effect.provide(Logger.remove(Logger.defaultLogger)),
    Effect.withScheduler(makeFairScheduler()),
    Effect.runPromise
  )

export const listTime: Goal = async () => {
  const rounds = await measure(listOf())
  const cpu = median(rounds.map((round) => round.cpu))
  const elapsed = median(rounds.map((round) => round.seconds))
  const memory = Math.max(...rounds.map(({ grown }) => grown))
  const tick = Math.max(...rounds.map(({ turn }) => turn))
  const note = `seconds of processor time for ${ROWS} rows, the median of ${ROUNDS}; ${elapsed.toFixed(2)} by the clock; ${Math.round(memory)} MiB more memory at most (${LIMITS.memory}), longest tick ${Math.round(tick)} ms (${LIMITS.tick})`
  return {
    value: Number(cpu.toFixed(2)),
    limit: LIMITS.seconds,
    ok: cpu <= LIMITS.seconds && memory <= LIMITS.memory && tick <= LIMITS.tick,
    note
  }
}
