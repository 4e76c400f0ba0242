/** What programs are told of a sealed vote: the beacon that opens it, its signature once it is there, and what is spoilt. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Limits } from "~/effects/base/limits/Limits.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { apiProposal } from "~/effects/governance/proposals/pages/outputs.server"
import { timeOf } from "~/effects/governance/votes/sealed/BeaconRound"
import { describeOnBothDatabases } from "../../../databases"
import { signatureAt, testBeacon, testChain } from "../votes/sealed/beacon"
import { begun, CLOSE, closeDue, handIn, MINUTE, sealedOf } from "./sealing"
import { asked, world } from "./world"

const told = apiProposal.pipe(
  Effect.provideService(RouteArgs, asked("/", { slug: "club", n: "1" })),
  Effect.provideService(ReplyHeaders, new Headers()),
  Effect.flatMap((answer) => Effect.promise((): Promise<Readonly<Record<string, unknown>>> => answer.json()))
)

describeOnBothDatabases("A sealed vote as data", (database) => {
  const on = Limits.Default.pipe(Layer.provideMerge(world(database)), Layer.provide(testBeacon()))

  it.effect("names its beacon and round from the opening on, the signature and what is spoilt after the count", () =>
    Effect.gen(function* () {
      const { id, row } = yield* begun
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "perhaps", ""))
      yield* handIn(id, "Ben", sealedOf(row, "Ben", "yes", ""))
      const frozen = row.frozen?.beacon ?? { ...testChain, round: 0 }
      const beacon = { ...frozen, opensAt: new Date(timeOf(testChain, frozen.round)).toISOString() }
      assert.deepInclude(yield* told, {
        status: "active",
        beacon: { ...beacon, signature: null },
        spoilt: null,
        results: null
      })
      yield* TestClock.setTime(CLOSE + MINUTE)
      assert.deepInclude(yield* told, { status: "active", spoilt: null, results: null })
      yield* closeDue
      assert.deepInclude(yield* told, {
        status: "noQuorum",
        beacon: { ...beacon, signature: signatureAt(frozen.round) },
        spoilt: 1
      })
    }).pipe(Effect.provide(on))
  )
})
