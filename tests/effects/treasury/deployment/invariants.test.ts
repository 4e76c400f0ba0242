/** Every invariant of a deployment (docs/ledger.md), each broken separately: the first violation is named. */

import { assert, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import type { Entity } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { makeDeploymentProofs } from "~/effects/treasury/deployment/invariants.server"
import { DeployDetail, type DeployPlan } from "~/effects/treasury/deployment/plan.server"
import { asAccount, asLocker, asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { person } from "../payouts/world"
import { garden, prepared, sign, stateOf, world } from "./world"

/** Changes the gateway's response about one entity. */
type Twist = (entity: Entity) => Entity

const without =
  (key: string): Twist =>
  (entity) => ({
    ...entity,
    metadata: new Map([...entity.metadata].filter(([name]) => name !== key))
  })

describeOnBothDatabases("a deployment", (database) => {
  it.effect("is confirmed only if everything it must have created exists", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const checks = yield* TransactionChecks
      const ledger = yield* Ledger
      const step = yield* prepared({ id })
      const txId = yield* sign(step.manifest)
      assert.strictEqual((yield* checks.report(step, txId)).state, "verified")
      const plan = yield* Schema.decode(DeployDetail)(step.detail)
      const { transaction } = yield* ledger.committedDetails(txId)
      const stored = yield* stateOf(id)
      const badge = stored.ownerBadge ?? asResource("")
      const locker = stored.lockerAddress ?? asLocker("")
      const token = stored.tokenResource ?? asResource("")
      const treasury = stored.treasuryAccount ?? asAccount("")
      const check = (changes: Partial<DeployPlan> = {}, community: CommunityId = id) =>
        Effect.flatMap(makeDeploymentProofs, (proofs) =>
          proofs.requireDeployed(community, { ...plan, ...changes }, transaction)
        )
      const made = { treasury, locker, badge, token, symbol: "GRD" }
      assert.deepStrictEqual(yield* check(), made)

      const wrongPlans: ReadonlyArray<readonly [Effect.Effect<unknown, { readonly message: string }, Ledger>, string]> =
        [
          [check({ token: { kind: "none" } }), "the transaction created other things than were prepared."],
          [check({}, CommunityId.make("anothergroup")), "the treasury names another community."],
          [check({ origin: "https://elsewhere.example" }), "the treasury does not name this site."],
          [check({ admin: person(3).account }), "the admin badge is in another account."],
          [check({ idempotencyKey: "deploy:other" }), "the admin account does not carry the mark of this deployment."],
          [check({ isRecoverable: !plan.isRecoverable }), "unclaimed tokens can be taken back by others than chosen."]
        ]
      for (const [checked, what] of wrongPlans) {
        assert.strictEqual((yield* Effect.flip(checked)).message, `Mismatch: ${what}`)
      }
      const wanted = plan.token
      if (wanted.kind !== "new") return assert.fail("no new token was planned")
      for (const [changes, what] of [
        [{ divisibility: 3 }, "the token has a different divisibility."],
        [{ supply: AmountText.make("1000.6") }, "the token has a different supply."],
        [{ isMintable: !wanted.isMintable }, "someone else can mint more of the token."],
        [{ symbol: "OTHER" }, "the token has a different symbol."]
      ] as const) {
        const checked = yield* Effect.flip(check({ token: { ...wanted, ...changes } }))
        assert.strictEqual(checked.message, `Mismatch: ${what}`)
      }

      /** As if the gateway returned something else for this address. */
      const otherwise = (address: string, twist: Twist) =>
        Effect.flip(check()).pipe(
          Effect.provide(
            Ledger.layerScript({
              ...ledger,
              entityDetails: (addresses, options) =>
                Effect.map(ledger.entityDetails(addresses, options), (found) => ({
                  ...found,
                  byAddress: new Map(
                    [...found.byAddress].map(([key, entity]) => [key, key === address ? twist(entity) : entity])
                  )
                }))
            })
          )
        )
      for (const [address, twist, what] of [
        [treasury, without("account_type"), "the treasury is not a dApp definition."],
        [treasury, without("app_community_id"), "the treasury names another community."],
        [treasury, without("claimed_websites"), "the treasury does not name this site."],
        [treasury, without("account_locker"), "the treasury does not list its locker."],
        [
          treasury,
          (entity: Entity) => ({ ...entity, details: Option.none() }),
          "no account belongs to the admin badge."
        ],
        [badge, (entity: Entity) => ({ ...entity, details: Option.none() }), "there is no admin badge."],
        [locker, (entity: Entity) => ({ ...entity, details: Option.none() }), "the locker address is not a locker."],
        [token, without("symbol"), "the token has a different symbol."],
        [token, (entity: Entity) => ({ ...entity, details: Option.none() }), "there is no token."]
      ] as const) {
        assert.strictEqual((yield* otherwise(address, twist)).message, `Mismatch: ${what}`)
      }
      const elsewhere = Ledger.layerScript({
        ...ledger,
        balancesOf: (resource, accounts) =>
          Effect.map(ledger.balancesOf(resource, accounts), (found) => ({ ...found, byAccount: new Map() }))
      })
      const moved = yield* Effect.flip(check()).pipe(Effect.provide(elsewhere))
      assert.strictEqual(moved.message, "Mismatch: the token's supply is not in the treasury.")
    }).pipe(Effect.provide(world(database)))
  )
})
