/**
 * What programs read of a sealed vote: the beacon that opens it, its signature once published, and the spoilt ballots.
 */

import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { ActivityRepo } from "~/effects/activity/activity/ActivityRepo.server"
import { wordsOf } from "~/effects/activity/activity/catalogue"
import { Limits } from "~/effects/base/limits/Limits.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { apiProposal } from "~/effects/governance/proposals/pages/outputs.server"
import { NoSignature } from "~/effects/governance/votes/sealed/Beacon.server"
import { timeOf } from "~/effects/governance/votes/sealed/BeaconRound"
import { describeOnBothDatabases } from "../../../databases"
import { signatureAt, testBeacon, testChain } from "../votes/sealed/beacon"
import { begun, CLOSE, closeDue, handIn, MINUTE, sealedOf } from "./sealing"
import { asked, HOUR, rowOf, world } from "./world"

const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()

const reported = apiProposal.pipe(
  Effect.provideService(RouteArgs, asked("/", { slug: "club", n: "1" })),
  Effect.provideService(ReplyHeaders, new Headers()),
  Effect.flatMap((response) => Effect.promise((): Promise<Readonly<Record<string, unknown>>> => response.json()))
)

/** Time and text of the newest entry about a vote, as in the activity, the feeds and the live page. */
const lastActivity = (communityId: CommunityId) =>
  Effect.gen(function* () {
    const { some } = yield* ActivityRepo
    const asked = { communityId, reach: 0, topic: "votes", person: null, before: null, limit: 1 } as const
    const [last] = yield* some(asked)
    return last === undefined ? [] : [last.at, wordsOf(last.type, last.data)]
  })

describeOnBothDatabases("A sealed vote as data", (database) => {
  const withBeacon = (beacon = testBeacon()) =>
    Layer.mergeAll(Limits.Default, ActivityRepo.Default).pipe(
      Layer.provideMerge(world(database)),
      Layer.provide(beacon)
    )
  const on = withBeacon()

  it.effect(
    "names its beacon and round from the opening on, and the signature and the spoilt ballots after the count",
    () =>
      Effect.gen(function* () {
        const { id, row } = yield* begun
        yield* handIn(id, "Ana", sealedOf(row, "Ana", "perhaps", ""))
        yield* handIn(id, "Ben", sealedOf(row, "Ben", "yes", ""))
        const frozen = row.frozen?.beacon ?? { ...testChain, round: 0 }
        const beacon = { ...frozen, opensAt: new Date(timeOf(testChain, frozen.round)).toISOString() }
        assert.deepInclude(yield* reported, {
          status: "active",
          beacon: { ...beacon, signature: null },
          spoilt: null,
          results: null
        })
        yield* TestClock.setTime(CLOSE + MINUTE)
        assert.deepInclude(yield* reported, { status: "active", spoilt: null, results: null })
        yield* closeDue
        assert.deepInclude(yield* reported, {
          status: "noQuorum",
          beacon: { ...beacon, signature: signatureAt(frozen.round) },
          spoilt: 1
        })
      }).pipe(Effect.provide(on))
  )

  it.effect("separates the end of voting from the count, which came 66 minutes later", () =>
    Effect.gen(function* () {
      const { community, id, row } = yield* begun
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "yes", ""))
      assert.deepInclude(yield* reported, { closesAt: iso(CLOSE), closedAt: null, countedAt: null })
      const counted = CLOSE + 66 * MINUTE
      yield* TestClock.setTime(counted)
      yield* closeDue
      assert.deepInclude(yield* reported, { closesAt: iso(CLOSE), closedAt: iso(counted), countedAt: iso(counted) })
      assert.deepEqual(yield* lastActivity(community), [
        counted,
        "Voting on “A second screening on Sundays” was counted: no quorum"
      ])
      const shown = yield* Effect.flatMap(ActivityRepo, ({ turnouts }) => turnouts(community, 1))
      assert.deepEqual(
        shown.map(({ at }) => at),
        [CLOSE]
      )
    }).pipe(Effect.provide(on))
  )

  it.effect("has no count if counting was given up 14 days after the end of voting", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "yes", ""))
      let at = CLOSE + MINUTE
      for (let n = 0; n < 12; n += 1) {
        yield* TestClock.setTime(at)
        yield* closeDue
        at = (yield* rowOf(community, number)).dueAt ?? 0
      }
      const given = CLOSE + 14 * DAY
      yield* TestClock.setTime(given)
      yield* closeDue
      assert.deepInclude(yield* reported, {
        status: "uncountable",
        closesAt: iso(CLOSE),
        closedAt: iso(given),
        countedAt: null
      })
      assert.deepEqual(yield* lastActivity(community), [
        given,
        "Voting on “A second screening on Sundays” could not be counted: none, its ballots could not be opened"
      ])
    }).pipe(Effect.provide(withBeacon(testBeacon(() => new NoSignature({ message: "the beacon is down" })))))
  )
})
