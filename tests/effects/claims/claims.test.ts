import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { Claims } from "~/effects/claims/Claims.server"
import { remindersJob } from "~/effects/claims/reminders.server"
import { Distributions } from "~/effects/distributions/Distributions.server"
import { DistributionsRepo } from "~/effects/distributions/DistributionsRepo.server"
import { Payouts } from "~/effects/distributions/Payouts.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../databases"
import { garden, held, person, planned, refuseDeposits, report, sign, world } from "../distributions/world"

type Garden = Effect.Effect.Success<typeof garden>

/** Everybody has to claim. */
const paid = (place: Garden, people: ReadonlyArray<ReturnType<typeof person>>, amount: bigint) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    const run = yield* planned(
      place,
      people.map(({ account }) => [account, amount] as const),
      "claim"
    )
    yield* distributions.start(run, 40, 1)
    const step = Option.getOrThrow(yield* payouts.next(place.treasury, run))
    yield* report(step.id, yield* sign(step.manifest))
    return run
  })

describeOnBothDatabases("claims", (database) => {
  it.effect("belong to whoever the account is, member or not, and to nobody else", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const claims = yield* Claims
      const [one, two] = [person(0), person(1)]
      yield* paid(place, [one, two], 5n * ONE)
      const { id } = place.community
      assert.deepStrictEqual((yield* claims.elsewhere(id, [one.account, two.account, person(9).account])).toSorted(), [
        ...[one.account, two.account].sort()
      ])
      const claim = yield* claims.prepare(place.community, one.account, "")
      // Somebody else's signature opens nobody's locker.
      const stolen = yield* sign(claim.manifest, two.signer)
      assert.strictEqual((yield* report(claim.id, stolen)).state, "failed")
      assert.deepStrictEqual(yield* held(place.treasury.token, [one.account, two.account]), ["0", "0"])
      const again = yield* claims.prepare(place.community, one.account, "")
      yield* report(again.id, yield* sign(again.manifest, one.signer))
      assert.deepStrictEqual(yield* held(place.treasury.token, [one.account, two.account]), ["5", "0"])
      assert.deepStrictEqual(yield* claims.elsewhere(id, [one.account, two.account]), [two.account])
      const nobody = yield* Effect.flip(claims.prepare(place.community, person(9).account, ""))
      assert.strictEqual(nobody.message, "Nothing is waiting for you.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("two runs are withdrawn at once; while it is under way nothing else is prepared", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const claims = yield* Claims
      const repo = yield* DistributionsRepo
      const one = person(0)
      const first = yield* paid(place, [one], 5n * ONE)
      const second = yield* paid(place, [one], 7n * ONE)
      const claim = yield* claims.prepare(place.community, one.account, "")
      assert.include(claim.manifest, 'Decimal("12")')
      const lied = yield* report(claim.id, yield* refuseDeposits(person(40)))
      assert.strictEqual(lied.state, "mismatch")
      const again = yield* claims.prepare(place.community, one.account, place.treasury.token ?? "")
      yield* report(again.id, yield* sign(again.manifest, one.signer))
      for (const { number } of [first, second]) {
        assert.deepInclude(yield* repo.mustFind(place.community.id, number), { rowsClaimed: 1, rowsClaimable: 0 })
      }
      assert.deepStrictEqual(yield* held(place.treasury.token, [one.account]), ["12"])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("are announced at once, and once more fourteen days before they may be taken back", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const sql = yield* SqlClient.SqlClient
      const one = person(0)
      yield* sql`INSERT INTO users ${sql.insert({
        accountAddress: one.account,
        username: "One Person",
        usernameKey: "one person",
        email: "one@example.org",
        emailKey: "one@example.org",
        bio: "A person in a test.",
        displayImage: "",
        tags: "[]",
        workHistory: "[]",
        newsletter: 0,
        lastSeenAt: 1,
        createdAt: 1,
        updatedAt: 1
      })}`
      yield* paid(place, [one], 5n * ONE)
      const texts = Effect.map(
        sql<{ readonly text: string }>`SELECT text FROM notifications ORDER BY created_at`,
        (rows) => rows.map(({ text }) => text)
      )
      assert.deepStrictEqual(yield* texts, ["GRD waits for you: Harvest share. Withdraw it with your wallet."])
      const job = yield* remindersJob
      yield* TestClock.adjust("165 days")
      yield* job.run
      assert.lengthOf(yield* texts, 1)
      yield* TestClock.adjust("2 days")
      yield* job.run
      yield* job.run
      assert.match(
        (yield* texts)[1] ?? "",
        /^GRD still waits for you: Harvest share\. After .* it may be taken back\.$/
      )
      assert.lengthOf(yield* texts, 2)
    }).pipe(Effect.provide(world(database)))
  )
})
