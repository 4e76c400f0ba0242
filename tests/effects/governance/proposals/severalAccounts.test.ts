/** Several accounts of one wallet in a vote (docs/product/votes.md, "Several accounts of one wallet"), on both databases. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, Option, TestClock } from "effect"
import { ProposalId } from "~/effects/governance/votes/fields"
import { VoteIntake } from "~/effects/governance/votes/VoteIntake.server"
import { VotingAccounts } from "~/effects/governance/votes/VotingAccounts.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { ProvenAccounts } from "~/effects/people/wallet-session/ProvenAccounts.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { describeOnBothDatabases } from "../../../databases"
import { delegateVote } from "../delegations/delegateTo"
import { club, HOUR, propose, rowOf, signedBallot, TODAY, vote, voter, world } from "./world"

/** The cookies of a browser in which this person signed in with other accounts of the same wallet. */
const browserOf = (name: string, ...others: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { account } = voter(name)
    const { open } = yield* Sessions
    const { cookieOf } = yield* ProvenAccounts
    const token = yield* open({ account, persona: null, userAgent: "", replaces: Option.none() })
    const proven = yield* cookieOf(
      account,
      others.map((each) => voter(each).account)
    )
    return `__Host-session=${token}; ${proven.split(";")[0]}`
  })

describeOnBothDatabases("Several accounts of one wallet", (database) => {
  const on = ProvenAccounts.Default.pipe(Layer.provideMerge(world(database)))
  const post = (cookie: string, body: unknown) =>
    Effect.gen(function* () {
      const { take } = yield* VoteIntake
      const response = yield* Effect.either(take({ cookie, body: JSON.stringify(body) }))
      return Either.match(response, { onLeft: ({ code }) => code, onRight: ({ seq }) => seq })
    })

  it.effect("are each accepted by their own proof, and a refused one does not affect the others", () =>
    Effect.gen(function* () {
      const { id } = yield* propose(yield* club())
      const browser = yield* browserOf("Ana", "Ben", "Cho")
      const [ana, ben, cho] = [
        yield* signedBallot(id, "Ana", "yes"),
        yield* signedBallot(id, "Ben", "yes"),
        yield* signedBallot(id, "Cho", "no")
      ]
      const unsigned = { ...ben, proof: { ...ben.proof, signature: ana.proof.signature } }
      assert.strictEqual(yield* post(browser, ana), 1)
      assert.strictEqual(yield* post(browser, unsigned), "E-PROOF")
      assert.strictEqual(yield* post(browser, cho), 2)
      assert.strictEqual(yield* post(browser, ben), 3)
      assert.strictEqual(yield* post(browser, ben), "E-BALLOT-USED")
    }).pipe(Effect.provide(on))
  )

  it.effect("refuse an account that was not proven in this browser, regardless of its owner", () =>
    Effect.gen(function* () {
      const { id } = yield* propose(yield* club())
      const [ben, stranger] = [yield* signedBallot(id, "Ben", "yes"), voter("Zoe").account]
      const alone = yield* browserOf("Ana")
      // From another session, in a browser that is Ana's.
      const [, list = ""] = (yield* browserOf("Cho", "Ben")).split("; ")
      const [session = ""] = alone.split("; ")
      for (const browser of [alone, `${session}; ${list}`]) {
        assert.strictEqual(yield* post(browser, ben), "E-BALLOT")
        assert.strictEqual(yield* post(browser, { ...ben, ballot: { ...ben.ballot, account: stranger } }), "E-BALLOT")
      }
      assert.strictEqual(yield* post(list, ben), "E-AUTH")
      assert.strictEqual(yield* post(yield* browserOf("Ana", "Ben"), ben), 1)
    }).pipe(Effect.provide(on))
  )

  it.effect("are listed with weight and vote if they may vote, and not at all otherwise", () =>
    Effect.gen(function* () {
      const { id } = yield* propose(yield* club())
      const { eligible } = yield* VotingAccounts
      const accounts = ["Ana", "Zoe", "Ben"].map((name) => voter(name).account)
      yield* vote(id, "Ben", "no")
      assert.deepStrictEqual(yield* eligible(id, accounts), [
        { account: voter("Ana").account, weight: "1", voted: null },
        { account: voter("Ben").account, weight: "1", voted: "No" }
      ])
      assert.deepStrictEqual(yield* eligible(ProposalId.make("nothinghere2"), accounts), [])
      yield* TestClock.setTime(TODAY + 24 * HOUR)
      assert.deepStrictEqual(yield* eligible(id, accounts), [])
    }).pipe(Effect.provide(on))
  )

  it.effect("are listed for a private community only if they are members", () =>
    Effect.gen(function* () {
      const { id } = yield* propose(yield* club({ visibility: "private" }))
      const { eligible } = yield* VotingAccounts
      const found = yield* eligible(id, [voter("Zoe").account, voter("Dev").account])
      assert.deepStrictEqual(
        found.map(({ account }) => account),
        [voter("Dev").account]
      )
    }).pipe(Effect.provide(on))
  )

  it.effect("are not counted if suspended, removed or gone between preparing and casting", () =>
    Effect.gen(function* () {
      const { id } = yield* propose(yield* club())
      const { set: suspend } = yield* AccountSuspensions
      const { eligible } = yield* VotingAccounts
      const sql = yield* SqlClient.SqlClient
      const browser = yield* browserOf("Ana", "Ben", "Cho", "Dev", "Eva")
      const [ben, cho, dev, eva] = [
        yield* signedBallot(id, "Ben", "yes"),
        yield* signedBallot(id, "Cho", "yes"),
        yield* signedBallot(id, "Dev", "yes"),
        yield* signedBallot(id, "Eva", "yes")
      ]
      const become = (name: string, status: string) =>
        sql`UPDATE memberships SET status = ${status}, suspended_until = ${TODAY + 400 * HOUR}
          WHERE account_address = ${voter(name).account}`
      yield* suspend(voter("Ben").account, { kind: "suspended", reason: "For the test", suspendedUntil: null })
      yield* become("Cho", "suspended")
      yield* become("Dev", "left")
      // A suspension by operators is not mentioned; for a member, the reason is.
      assert.deepStrictEqual(
        [yield* post(browser, ben), yield* post(browser, cho), yield* post(browser, dev)],
        ["E-BALLOT", "SUSPENDED", "NOT_MEMBER"]
      )
      assert.deepStrictEqual(
        yield* eligible(
          id,
          ["Cho", "Dev"].map((name) => voter(name).account)
        ),
        []
      )
      // The session's own account, suspended by operators, votes for nobody any more.
      yield* suspend(voter("Ana").account, { kind: "suspended", reason: "For the test", suspendedUntil: null })
      assert.include(["E-AUTH", "E-SUSPENDED"], yield* post(browser, eva))
    }).pipe(Effect.provide(Layer.provideMerge(AccountSuspensions.Default, on)))
  )

  it.effect("override their delegation, so that only their own ballot counts", () =>
    Effect.gen(function* () {
      const community = yield* club()
      yield* delegateVote(community, "Ben", "Cho")
      const { id, number } = yield* propose(community)
      yield* vote(id, "Cho", "yes")
      assert.deepInclude((yield* rowOf(community, number)).sums?.lent, { used: "1", voted: "0" })
      const browser = yield* browserOf("Ana", "Ben")
      assert.strictEqual(yield* post(browser, yield* signedBallot(id, "Ben", "no")), 2)
      assert.deepInclude((yield* rowOf(community, number)).sums?.lent, { used: "0", voted: "1" })
    }).pipe(Effect.provide(on))
  )
})
