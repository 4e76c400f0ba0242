/** Keeping ends by as many keepers as a payment needs; afterwards any one admin badge opens the treasury, as it was made. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ActsRepo } from "~/effects/treasury/keepers/ActsRepo.server"
import { Approvals } from "~/effects/treasury/keepers/Approvals.server"
import { Proposing } from "~/effects/treasury/keepers/Proposing.server"
import { describeOnBothDatabases } from "../../../databases"
import { ada, approve, as, ask, bea, cas, eve, hereOf, kept, propose, protect, ruleOf, world } from "./world"

const messageOf = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), ({ message }) => message)

const end = (community: Parameters<typeof as>[0], by = ada) =>
  Effect.flatMap(Proposing, (proposing) => proposing.release(as(community, by), "The three agreed on it"))

describeOnBothDatabases("the end of keeping", (database) => {
  const Live = world(database)

  it.effect("two of three end it, what waited is over, one badge spends, and it can be protected again", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const acts = yield* ActsRepo
      const waits = yield* propose(community)
      const act = yield* end(community)
      assert.strictEqual((yield* approve(community, bea, act.id)).kind, "loan")
      assert.isNotNull(yield* ruleOf(community))
      assert.strictEqual((yield* approve(community, cas, act.id)).act.state, "committed")
      assert.isNull(yield* ruleOf(community))
      assert.deepStrictEqual(yield* acts.seats(community.id), [])
      assert.strictEqual((yield* acts.mustFind(community.id, waits.id)).state, "withdrawn")
      yield* TreasuryHolders.mustSpend(hereOf(community), "distribute")
      assert.strictEqual(
        yield* messageOf(ask(community, bea, waits.id)),
        "One admin badge opens this treasury. There are no keepers yet."
      )
      assert.strictEqual((yield* protect(community)).state, "verified")
      assert.strictEqual((yield* ruleOf(community))?.needed, 2)
    }).pipe(Effect.provide(Live))
  )

  it.effect("nobody else asks for it, and one approval ends nothing", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      assert.strictEqual(
        yield* messageOf(end(community, eve)),
        "Only keepers of Riverside Garden's treasury can propose to end keeping."
      )
      const act = yield* end(community)
      yield* approve(community, bea, act.id)
      assert.match(yield* messageOf(ask(community, bea, act.id)), /^You have approved this already\./)
      assert.isNotNull(yield* ruleOf(community))
    }).pipe(Effect.provide(Live))
  )

  it.effect("a badge on loan for something that was taken back since holds it up until the loan has ended", () =>
    Effect.gen(function* () {
      const community = yield* kept(3)
      const proposing = yield* Proposing
      const approvals = yield* Approvals
      const before = yield* propose(community)
      yield* approve(community, bea, before.id)
      yield* proposing.withdraw(as(community, ada), before.id)
      const act = yield* end(community)
      // A payment would go on: the badge opens nothing alone. Afterwards it would.
      assert.match(yield* messageOf(approvals.ask(as(community, cas), act.id)), /^Number 1 is being approved until /)
      const payment = yield* propose(community)
      assert.strictEqual((yield* ask(community, cas, payment.id)).kind, "loan")
    }).pipe(Effect.provide(Live))
  )
})
