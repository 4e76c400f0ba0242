/** POST /api/ballots by many voters together (docs/goals.md A17), on both databases. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Duration, Effect, Either, Layer, Option, TestClock } from "effect"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { VoteIntake } from "~/effects/governance/votes/VoteIntake.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { describeOnBothDatabases } from "../../../databases"
import { interrupted } from "../../../interrupted"
import { makeTrips } from "../../../trips"
import { castTogether, club, countOf, propose, rowOf, signedBallot, TODAY, voter, world } from "./world"

describeOnBothDatabases("Ballots that arrive together", (database) => {
  const trips = makeTrips()
  const { layer, state } = interrupted(database)
  const on = Layer.provideMerge(Layer.provideMerge(AccountSuspensions.Default, world(layer)), trips.layer)

  it.effect("are each accepted or refused independently", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id } = yield* propose(community)
      const sessions = yield* Sessions
      const intake = yield* VoteIntake
      const cookieOf = (name: string) =>
        Effect.map(
          sessions.open({ account: voter(name).account, persona: null, userAgent: "", replaces: Option.none() }),
          (token) => `theme=dark; __Host-session=${token}`
        )
      const [ana, ben, cho] = [yield* cookieOf("Ana"), yield* cookieOf("Ben"), yield* cookieOf("Cho")]
      const [fromAna, fromBen, fromCho] = [
        yield* signedBallot(id, "Ana", "yes"),
        yield* signedBallot(id, "Ben", "no"),
        yield* signedBallot(id, "Cho", "yes")
      ]
      const wrong = { ...fromCho, proof: { ...fromCho.proof, signature: fromBen.proof.signature } }
      const posts: ReadonlyArray<readonly [cookie: string, body: unknown]> = [
        [ana, fromAna],
        ["", fromBen],
        [`__Host-session=${"0".repeat(64)}`, fromBen],
        [ben, "{"],
        [ben, { ballot: 1 }],
        [cho, fromBen],
        [cho, wrong],
        [ben, fromBen],
        [ana, fromAna]
      ]
      const responses = yield* Effect.forEach(
        posts,
        ([cookie, body]) =>
          Effect.either(intake.take({ cookie, body: typeof body === "string" ? body : JSON.stringify(body) })),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(
        responses.map((response) => (Either.isRight(response) ? response.right.ballot?.account : response.left.code)),
        [
          voter("Ana").account,
          "E-AUTH",
          "E-AUTH",
          "E-BODY",
          "E-BALLOT",
          "E-BALLOT",
          "E-PROOF",
          voter("Ben").account,
          "E-BALLOT-USED"
        ]
      )
      assert.strictEqual(yield* countOf("ballots"), 2)
      yield* TestClock.adjust(Duration.days(8))
      const late = yield* Effect.flip(intake.take({ cookie: cho, body: JSON.stringify(fromCho) }))
      assert.strictEqual(late.code, "E-AUTH", "a session nobody used for a week is over")
    }).pipe(Effect.provide(on))
  )

  it.effect("fail alone when one of them breaks the shared transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const names = ["Ana", "Ben", "Cho", "Dev"]
      const { id } = yield* propose(yield* club({}, names))
      yield* sql`CREATE UNIQUE INDEX one_of_each ON ballots (reason) WHERE reason = 'twice'`
      const sent = yield* Effect.forEach(names, (name, at) =>
        Effect.map(signedBallot(id, name, "yes", at % 2 === 0 ? "twice" : ""), (ballot) => ({ name, ballot }))
      )
      const castAll = castTogether(sent)
      const responses = (all: Effect.Effect.Success<typeof castAll>) =>
        all.map((response) => (Either.isRight(response) ? response.right.seq : response.left.code))
      assert.deepEqual(responses(yield* castAll), [1, 2, "E-STORE", 3])
      assert.strictEqual(yield* countOf("ballots"), 3)
      yield* sql`DROP INDEX one_of_each`
      assert.deepEqual(responses(yield* castAll), ["E-BALLOT-USED", "E-BALLOT-USED", 4, "E-BALLOT-USED"])
    }).pipe(Effect.provide(on))
  )

  it.effect("are refused if their voter was removed or suspended during the check, and others are not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const names = ["Ana", "Ben", "Cho", "Dev"]
      const { id } = yield* propose(yield* club({}, names))
      const suspensions = yield* AccountSuspensions
      const until = TODAY + Duration.toMillis("3 days")
      const change = (name: string, changes: Readonly<Record<string, string | number>>) =>
        sql`UPDATE memberships SET ${sql.update(changes)} WHERE account_address = ${voter(name).account}`
      const sent = yield* Effect.forEach(names, (name) =>
        Effect.map(signedBallot(id, name, "yes"), (ballot) => ({ name, ballot }))
      )
      state.meanwhile = Effect.all([
        change("Ana", { status: "suspended", suspendedUntil: until }),
        change("Ben", { status: "removed" }),
        suspensions.set(voter("Dev").account, { kind: "suspended", reason: "Enough of it.", suspendedUntil: null })
      ])
      const responses = yield* castTogether(sent)
      assert.deepEqual(
        responses.map((response) => (Either.isRight(response) ? response.right.seq : response.left.message)),
        [
          "You are suspended until 23 Nov 2026, 12:00 UTC.",
          "You are not a member. Votes here are for members who joined before 20 Nov 2026, 12:00 UTC.",
          1,
          "You are suspended until further notice."
        ]
      )
      assert.strictEqual(yield* countOf("ballots"), 1)
    }).pipe(Effect.provide(on))
  )

  it.effect("take 14 database round trips, for one or forty, and 23 for the close", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 40 }, (_, at) => `Voter ${at}`)
      const community = yield* club({}, ["Ana", "Ben", ...names])
      const sessions = yield* Sessions
      const intake = yield* VoteIntake
      const closings = yield* Closings
      const counted = []
      for (const some of [names.slice(0, 1), names]) {
        const { id, number } = yield* propose(community)
        const posts = yield* Effect.forEach(some, (name) =>
          Effect.gen(function* () {
            const opening = { account: voter(name).account, persona: null, userAgent: "", replaces: Option.none() }
            const cookie = `__Host-session=${yield* sessions.open(opening)}`
            return { cookie, body: JSON.stringify(yield* signedBallot(id, name, "yes")) }
          })
        )
        const votes = yield* trips.of(Effect.forEach(posts, intake.take, { concurrency: "unbounded" }))
        assert.strictEqual(votes.value.length, some.length)
        yield* TestClock.adjust("25 hours")
        const close = yield* trips.of(closings.closeDue)
        assert.strictEqual((yield* rowOf(community, number)).tally?.voters, some.length)
        counted.push({ votes: votes.trips, close: close.trips })
      }
      for (const { close, votes } of counted) {
        assert.isAtMost(votes, 14)
        assert.isAtMost(close, 23, "with finding it, taking it and settling it")
      }
    }).pipe(Effect.provide(on))
  )
})
