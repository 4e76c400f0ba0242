/**
 * Drafts are read by their author and anyone who has the secret; two windows do not overwrite each other
 * (docs/product/errors.md).
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { emptyValues, proposalProblems } from "~/effects/governance/proposals/forms"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { describeOnBothDatabases } from "../../../databases"
import { club, rules, TODAY, voter, world } from "./world"

const values = { ...emptyValues(rules()), title: "Buy a projector", body: "Ours flickers. A new one costs 400." }

describeOnBothDatabases("Drafts of proposals", (database) => {
  it.effect("can be read with the secret alone, and are edited only by their author", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const drafts = yield* ProposalDrafts
      const [ben, ana] = [voter("Ben").account, voter("Ana").account]
      const id = ProposalId.make("draftabcdefg")
      yield* drafts.save(community, ben, id, values, { version: 0, threadNumber: null })
      const { secret, version } = yield* drafts.find(community, id, { account: ben, secret: null })
      assert.strictEqual((yield* Effect.flip(drafts.find(community, id, { account: ana, secret: null }))).status, 404)
      const wrong = { account: ana, secret: "0".repeat(32) }
      assert.strictEqual((yield* Effect.flip(drafts.find(community, id, wrong))).status, 404)
      assert.strictEqual((yield* drafts.find(community, id, { account: null, secret })).title, "Buy a projector")
      const foreign = drafts.save(community, ana, id, values, { version, threadNumber: null })
      assert.strictEqual((yield* Effect.flip(foreign)).status, 404)

      const rest = { version, threadNumber: null }
      yield* drafts.save(community, ben, id, { ...values, title: "Buy two projectors" }, rest)
      const stale = yield* Effect.flip(drafts.save(community, ben, id, { ...values, title: "Rent one" }, rest))
      assert.deepEqual([stale.status, stale.code], [409, "E-STALE"])
      const kept = yield* drafts.find(community, id, { account: ben, secret: null })
      assert.strictEqual(kept.title, "Buy two projectors")
      assert.strictEqual((yield* Effect.flip(drafts.discard(community, ana, id))).status, 404)
      yield* drafts.discard(community, ben, id)
      assert.strictEqual((yield* Effect.flip(drafts.find(community, id, { account: ben, secret }))).status, 404)
    }).pipe(Effect.provide(world(database)))
  )

  it("list what is missing in the form, under its own fields", () => {
    const wrong = { ...values, body: "Short.", quorumPct: "5", periodHours: "many", when: "later" as const }
    assert.deepEqual(proposalProblems(wrong, rules(), TODAY), {
      body: "Please explain in at least 50 characters.",
      opensAt: "Choose a time within the next 30 days.",
      quorumPct: "This community asks for at least 10%."
    })
  })
})
