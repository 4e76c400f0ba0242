/**
 * A multisig is ended by as many signers as a payment needs; afterwards any one admin badge opens the treasury, as
 * deployed.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { describeOnBothDatabases } from "../../../databases"
import {
  ada,
  approve,
  as,
  ask,
  askedOf,
  bea,
  cas,
  eve,
  hereOf,
  propose,
  protect,
  ruleOf,
  signing,
  world
} from "./world"

const messageOf = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), ({ message }) => message)

const end = (community: Parameters<typeof as>[0], by = ada) =>
  Effect.flatMap(Proposing, (proposing) => proposing.release(as(community, by), { reason: "The three agreed on it" }))

describeOnBothDatabases("ending a multisig", (database) => {
  const Live = world(database)

  it.effect("takes two of three, voids what waited, lets one badge spend, and permits protecting again", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const requests = yield* ApprovalRequestsRepo
      const waits = yield* propose(community)
      const request = yield* end(community)
      yield* askedOf(community, request.id, bea, cas)
      assert.strictEqual((yield* approve(community, bea, request.id)).act.state, "waiting")
      assert.isNotNull(yield* ruleOf(community))
      assert.strictEqual((yield* approve(community, cas, request.id)).act.state, "committed")
      assert.isNull(yield* ruleOf(community))
      assert.deepStrictEqual(yield* requests.seats(community.id), [])
      assert.strictEqual((yield* requests.findOrFail(community.id, waits.id)).state, "void")
      yield* TreasuryHolders.requireMaySpend(hereOf(community), "distribute")
      assert.strictEqual(
        yield* messageOf(ask(community, bea, waits.id)),
        "One admin badge is enough for this treasury. There are no signers yet."
      )
      assert.strictEqual((yield* protect(community)).state, "verified")
      assert.strictEqual((yield* ruleOf(community))?.needed, 2)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is requested by signers only, and needs more than one approval", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      assert.strictEqual(
        yield* messageOf(end(community, eve)),
        "Only signers of Riverside Garden's treasury can propose to end multisig."
      )
      const request = yield* end(community)
      yield* approve(community, bea, request.id)
      assert.match(yield* messageOf(ask(community, bea, request.id)), /^You have signed this already\./)
      assert.isNotNull(yield* ruleOf(community))
    }).pipe(Effect.provide(Live))
  )
})
