/** A budget that needs a vote: a vote about exactly its terms approves it, and funding its escrow executes the vote. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Layer, Option, TestClock } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { templates } from "~/effects/communities/communities/templates"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { VotingLive } from "~/effects/governance/proposals/layers.server"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { ProposalDraftsRepo } from "~/effects/governance/proposals/ProposalDraftsRepo.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { describeOnBothDatabases } from "../../../databases"
import { ada } from "../../chain/ledger/transactions"
import { join } from "../../communities/communities/world"
import { someSignature, textOf } from "../../governance/proposals/world"
import { member } from "../../publishing/dashboard/visits"
import { escrowWorld } from "../payouts/escrowWorld"
import { ADA, person, report, sign, stateOf } from "../payouts/world"
import { budgetOf, DAY, made, place } from "./world"

const HOUR = 3_600_000
const [OPENING, CLOSE] = [HOUR, 30 * HOUR]
const others = Array.from({ length: 4 }, (_, index) => person(index))

const live = (database: Parameters<typeof escrowWorld>[0]) =>
  Layer.merge(Proposals.Default, BudgetsLive).pipe(
    Layer.provideMerge(Layer.mergeAll(Threads.Default, ThreadEdits.Default, VotingLive)),
    Layer.provideMerge(Posting.Default),
    Layer.provideMerge(escrowWorld(database))
  )

describeOnBothDatabases("a budget that needs a vote", (database) => {
  it.effect("is refused until exactly its terms are approved, and executes the vote when it is funded", () =>
    Effect.gen(function* () {
      const where = yield* place
      const { id } = where.community
      const sql = yield* SqlClient.SqlClient
      yield* member(ADA)
      const governance = JSON.stringify({ ...templates.club.governance, reviewHours: 0 })
      yield* sql`UPDATE communities SET governance = ${governance} WHERE id = ${id}`
      yield* join(id, ADA, { role: "owner" })
      yield* Effect.forEach(others, ({ account }) => join(id, account))
      yield* sql`UPDATE communities SET member_count = 5 WHERE id = ${id}`
      const [setup, budgets] = [yield* Budgets, yield* Budgets]
      const community = yield* stateOf(id)
      const budget = yield* made(where, { untilAt: 40 * DAY })
      const other = yield* made(where, { untilAt: 41 * DAY })
      const fundEscrow = (given: typeof budget) => budgets.fundEscrow(community, where.treasury, given, given.digest)
      assert.strictEqual((yield* Effect.flip(fundEscrow(budget)))._tag, "BudgetNotApproved")

      const draftId = yield* setup.putToVote(community, budget, ADA)
      const draft = Option.getOrThrow(yield* (yield* ProposalDraftsRepo).draft(id, draftId))
      assert.strictEqual(draft.action?.hash, budget.digest)
      yield* (yield* Proposals).publish({
        id: draft.id,
        community,
        author: ADA,
        role: "owner",
        text: textOf({ kind: "spending", opensAt: OPENING, closesAt: CLOSE, quorumPct: 20 }),
        action: draft.action,
        threadNumber: null,
        signed: someSignature
      })
      yield* TestClock.setTime(OPENING)
      yield* (yield* Openings).openDue
      assert.deepInclude((yield* setup.voteOn(community, budget)).found, { number: 1, isOpen: true, isApproved: false })
      assert.strictEqual((yield* Effect.flip(fundEscrow(budget)))._tag, "BudgetNotApproved")
      const box = yield* BallotBox
      const { appOrigin, dAppDefinitionAddress } = yield* Settings
      for (const [account, key] of [
        [ADA, ada],
        [others[0]?.account ?? ADA, others[0]?.signer ?? ada]
      ] as const) {
        const { ballot, digest } = yield* box.prepare({ account, proposal: draft.id, choice: "yes", reason: "" })
        const signature = bytesToHex(key.sign(rolaHash(digest, { origin: appOrigin, dAppDefinitionAddress })))
        const proof = { curve: "curve25519" as const, publicKey: bytesToHex(key.publicKey.bytes), signature }
        yield* box.cast(account, { ballot, proof })
      }
      yield* TestClock.setTime(CLOSE)
      yield* (yield* Closings).closeDue

      // Another budget of the same size, with one day changed, is not approved by it.
      assert.strictEqual((yield* Effect.flip(fundEscrow(other)))._tag, "BudgetNotApproved")
      const step = yield* fundEscrow(budget)
      yield* report(step.id, yield* sign(step.manifest))
      assert.deepInclude({ ...(yield* budgetOf(budget.id)) } as Record<string, unknown>, {
        state: "funded",
        proposalId: draft.id
      })
      const [proposal] = yield* sql<{ readonly status: string }>`SELECT status FROM proposals WHERE id = ${draft.id}`
      assert.strictEqual(proposal?.status, "executed")
    }).pipe(Effect.provide(live(database)))
  )
})
