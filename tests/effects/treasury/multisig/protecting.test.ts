/** What must be over before single badges lose the treasury: only they can complete it, or could still withdraw it. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { Protecting } from "~/effects/treasury/multisig/Protecting.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { ADA, XRD } from "../bonds/world"
import { planned, treasuryOf } from "../payouts/world"
import { bea, hereOf, open, protect, world } from "./world"

describeOnBothDatabases("protecting a treasury", (database) => {
  it.effect("waits for a payout in progress, and for the refund of its escrow", () =>
    Effect.gen(function* () {
      const community = yield* open
      const sql = yield* SqlClient.SqlClient
      const escrows = yield* EscrowsRepo
      const repo = yield* DistributionsRepo
      const treasury = yield* treasuryOf(community)
      const { id } = yield* planned({ community, treasury }, [[accountOf(bea), 10n ** 18n]])
      const protecting = yield* Protecting
      const refused = Effect.map(
        Effect.flip(protecting.prepare(hereOf(community), { ids: ["#1#", "#2#"], needed: 2 })),
        (failure) => ("message" in failure ? failure.message : "")
      )
      yield* sql`UPDATE distributions SET state = 'running' WHERE id = ${id}`
      assert.match(yield* refused, /^The payout “.+” is under way, and a single admin signs for it\./)

      const run = yield* Effect.orDie(repo.findIdOrFail(id))
      const amounts = { total: AmountText.make("10"), fees: AmountText.make("1"), fee: AmountText.make("0.1") }
      const about = { id: run.id, purpose: "payout", subjectId: run.id, communityId: community.id } as const
      const plan = { ...amounts, ...about, account: ADA, digest: "d" }
      const place = { resource: XRD, relayerBadge: "[00]", treasury: treasury.treasury, locker: null, signerRule: null }
      yield* escrows.ask({ ...plan, ...place }, "step")
      yield* escrows.transition(id, ["asked"], { state: "funded" })
      yield* sql`UPDATE distributions SET state = 'stopped' WHERE id = ${id}`
      const comesBack = /is being refunded, and until then any single admin can withdraw it\./
      assert.match(yield* refused, comesBack)
      yield* escrows.transition(id, ["funded"], { state: "refunding" })
      assert.match(yield* refused, comesBack)
      yield* escrows.transition(id, ["refunding"], { state: "ended" })
      assert.strictEqual((yield* protect(community)).state, "verified")
    }).pipe(Effect.provide(DistributionsLive.pipe(Layer.provideMerge(world(database)))))
  )
})
