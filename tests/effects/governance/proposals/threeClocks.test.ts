/** Three servers on one Postgres at the close of a vote: one clock is five minutes ahead, and one is behind. */
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import { describe, inject } from "vitest"
import { DatabaseClock } from "~/effects/base/db/DatabaseClock.server"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import { connect, giveBack, takeMigrated } from "../../../freshDatabases"
import { club, propose, rowOf, signedBallot, vote, voter, world } from "./world"

const MINUTE = 60_000
const postgres = inject("postgres") ?? ""

describe.skipIf(postgres === "")("three servers whose clocks differ", () => {
  it.effect("accept ballots until the same moment, close no vote early, and close it when it is due", () =>
    Effect.gen(function* () {
      const { name } = yield* Effect.acquireRelease(takeMigrated(postgres), (taken) => giveBack(postgres, taken))
      const database = Layer.orDie(connect(postgres, name))
      const measured = Layer.effectDiscard(Effect.flatMap(DatabaseClock, ({ follow }) => follow))

      // The club existed long before; it is created by the test's clock.
      const community = yield* Effect.provide(club(), world(database))

      /** Time that passes in the middle of the test, for all of them. */
      let passed = 0
      /** A server with its own connections, on a machine whose clock is off. */
      const serverOn = (ahead: number) => {
        const clock = DatabaseClock.layerOf({
          ofDay: () => Date.now() + passed + ahead,
          elapsed: () => performance.now() + passed
        })
        const services = world(measured.pipe(Layer.provideMerge(database), Layer.provideMerge(clock)))
        return Effect.map(Layer.toRuntime(Layer.fresh(services)), (runtime) => Effect.provide(runtime))
      }
      const right = yield* serverOn(0)
      const ahead = yield* serverOn(5 * MINUTE)
      const behind = yield* serverOn(-5 * MINUTE)
      const servers = [ahead, behind, right] as const

      const now = Date.now()
      const closesAt = now + MINUTE
      const { id, number } = yield* propose(community, { opensAt: now, closesAt }).pipe(right)

      const names = ["Ana", "Ben", "Cho"] as const
      for (const [at, server] of servers.entries()) {
        yield* server(Effect.flatMap(Closings, ({ closeDue }) => closeDue))
        assert.strictEqual((yield* right(rowOf(community, number))).status, "active")
        yield* server(vote(id, names[at] ?? "Ana", "yes"))
      }

      const late = yield* right(signedBallot(id, "Dev", "no"))
      passed = 2 * MINUTE
      for (const server of servers) {
        const cast = Effect.flatMap(BallotBox, (box) => box.cast(voter("Dev").account, late))
        const refused = yield* server(Effect.either(cast))
        assert.strictEqual(Either.isLeft(refused) ? refused.left.code : "taken", "E-STATE")
      }
      yield* behind(Effect.flatMap(Closings, ({ closeDue }) => closeDue))
      const closed = yield* right(rowOf(community, number))
      assert.deepStrictEqual([closed.status, closed.tally?.ballots], ["passed", 3])
    }).pipe(Effect.scoped)
  )
})
