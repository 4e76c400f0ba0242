/** Limits on replacing a ballot in one vote, on both databases. */
import { assert, it } from "@effect/vitest"
import { Effect, Either, Option, TestClock } from "effect"
import { BallotBatches, type VerifiedBallot } from "~/effects/governance/votes/BallotBatches.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import { type Ballot, ballotDigest } from "~/effects/governance/votes/ballot/Ballot"
import { changesLeft, NO_CHANGES } from "~/effects/governance/votes/ballot/changes"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { VotesRepo } from "~/effects/governance/votes/VotesRepo.server"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { describeOnBothDatabases } from "../../../databases"
import { testSite } from "../votes/world"
import { club, countOf, propose, TODAY, vote, voter, world } from "./world"

const leftOf = (id: ProposalId, name: string) =>
  Effect.gen(function* () {
    const { account } = voter(name)
    const changes = yield* (yield* VotesRepo).changes([id], [account])
    return changesLeft(changes(id, account) ?? NO_CHANGES, yield* Effect.clockWith((clock) => clock.currentTimeMillis))
  })

const signed = (name: string, ballot: Ballot) => {
  const { key } = voter(name)
  const signature = Buffer.from(key.sign(rolaHash(ballotDigest(ballot), testSite))).toString("hex")
  const publicKey = Buffer.from(key.publicKey).toString("hex")
  return { ballot, proof: { curve: "curve25519" as const, publicKey, signature } }
}

describeOnBothDatabases("A ballot may be replaced", (database) => {
  const on = world(database)

  it.effect("ten times an hour per voter and vote, and again once an hour has passed since the first change", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const [one, two] = [yield* propose(community), yield* propose(community)]
      for (let at = 0; at <= 10; at += 1) yield* vote(one.id, "Ana", at % 2 === 0 ? "yes" : "no")
      const refused = yield* Effect.flip(vote(one.id, "Ana", "no"))
      assert.deepInclude(refused, { status: 429, code: "E-BALLOT-HOUR", retryAfter: 3_600 })
      assert.strictEqual(
        refused.message,
        "You changed your vote 10 times within an hour. Your last ballot counts. You can change it again from 20 Nov 2026, 13:00 UTC."
      )
      assert.strictEqual(yield* countOf("ballots"), 11)
      assert.deepStrictEqual(yield* leftOf(one.id, "Ana"), { now: 0, inAll: 40, nextAt: TODAY + 3_600_000 })
      yield* vote(two.id, "Ana", "yes")
      yield* vote(one.id, "Ben", "yes")
      yield* vote(one.id, "Ben", "no")
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual((yield* Effect.flip(vote(one.id, "Ana", "no"))).code, "E-BALLOT-HOUR")
      yield* TestClock.adjust("1 minute")
      yield* vote(one.id, "Ana", "no")
    }).pipe(Effect.provide(on))
  )

  it.effect("fifty times in all, after which the last ballot counts", () =>
    Effect.gen(function* () {
      const { id } = yield* propose(yield* club(), { closesAt: TODAY + 48 * 3_600_000 })
      yield* vote(id, "Ana", "yes")
      for (let at = 0; at < 50; at += 1) {
        if (at % 10 === 0) yield* TestClock.adjust("61 minutes")
        yield* vote(id, "Ana", at % 2 === 0 ? "no" : "yes")
      }
      yield* TestClock.adjust("2 hours")
      const refused = yield* Effect.flip(vote(id, "Ana", "no"))
      assert.deepInclude(refused, { status: 409, code: "E-BALLOT-CHANGES" })
      assert.strictEqual(
        refused.message,
        "You have changed your vote 50 times and cannot change it again. Your last ballot counts."
      )
      assert.deepStrictEqual(yield* leftOf(id, "Ana"), { now: 0, inAll: 0, nextAt: null })
      assert.strictEqual(yield* countOf("ballots"), 51)
    }).pipe(Effect.provide(on))
  )

  it.effect("no more often when ballots are stored in one transaction", () =>
    Effect.gen(function* () {
      const { id } = yield* propose(yield* club())
      const { account } = voter("Ana")
      const box = yield* BallotBox
      let before: string | null = null
      const chain: Array<VerifiedBallot> = []
      for (let at = 0; at < 15; at += 1) {
        const choice = at % 2 === 0 ? "yes" : "no"
        const prepared = yield* box.prepare({ account, proposal: id, choice, reason: "" })
        const ballot: Ballot = { ...prepared.ballot, supersedes: before }
        before = ballotDigest(ballot)
        const seen = { stateVersion: 1, keys: Option.none() }
        chain.push({ account, received: TODAY, sent: signed("Ana", ballot), seen })
      }
      const results = yield* (yield* BallotBatches).store(chain)
      assert.deepStrictEqual(
        results.map((result) => (Either.isRight(result) ? "stored" : result.left.code)),
        [...Array(11).fill("stored"), "E-BALLOT-HOUR", ...Array(3).fill("E-BALLOT-ORDER")]
      )
      assert.strictEqual(yield* countOf("ballots"), 11)
    }).pipe(Effect.provide(on))
  )
})
