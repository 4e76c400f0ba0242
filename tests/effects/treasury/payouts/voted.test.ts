/** Seven members share a pool by rule; a vote approves exactly these rows, and then they are paid. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Layer, Option, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
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
import { ProposalId } from "~/effects/governance/votes/fields"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { describeOnBothDatabases } from "../../../databases"
import { ada } from "../../chain/ledger/transactions"
import { join } from "../../communities/communities/world"
import { someSignature, textOf } from "../../governance/proposals/world"
import { member, submitted, visit } from "../../publishing/dashboard/visits"
import { ADA, garden, held, person, report, sign, stateOf, world } from "./world"

const HOUR = 3_600_000
const [OPENING, CLOSE] = [HOUR, 30 * HOUR]
const others = Array.from({ length: 6 }, (_, index) => person(index))

const live = (database: Parameters<typeof world>[0]) =>
  Layer.merge(Proposals.Default, Idempotency.Default).pipe(
    Layer.provideMerge(Layer.mergeAll(Threads.Default, ThreadEdits.Default, VotingLive)),
    Layer.provideMerge(Posting.Default),
    Layer.provideMerge(world(database))
  )

describeOnBothDatabases("a payout that needs a vote", (database) => {
  it.effect("is written by rule, approved by the vote, and paid to the last member with the remainder left over", () =>
    Effect.gen(function* () {
      const { community, treasury } = yield* garden
      const { id } = community
      const sql = yield* SqlClient.SqlClient
      const token = yield* member(ADA)
      const governance = JSON.stringify({ ...templates.club.governance, reviewHours: 0 })
      yield* sql`UPDATE communities SET governance = ${governance} WHERE id = ${id}`
      yield* join(id, ADA, { role: "owner" })
      yield* Effect.forEach(others, ({ account }) => join(id, account))
      yield* sql`UPDATE communities SET member_count = 7 WHERE id = ${id}`
      const path = `/community/detail/${id}/tokenDistribution`
      const params = { id }
      const post = (search: string, form: Readonly<Record<string, string>>) =>
        submitted(`${path}${search}`, distributionAction, { token, params, form: Object.entries(form) })
      const refusal = (intent: string) =>
        Effect.map(
          visit(`${path}?d=1`, distributionAction, { token, params, form: [["intent", intent]] }),
          ({ value }) => value.data.message
        )
      const page = Effect.map(visit(`${path}?d=1`, distributionPage, { token, params }), ({ value }) =>
        value.view === "run" ? value : assert.fail("no run")
      )

      const rule = { source: "rule", who: "all", how: "equal", pool: "1000", resource: treasury.token ?? "" }
      const made = yield* post("?new=1", { intent: "create", title: "Harvest share", ...rule })
      assert.deepStrictEqual([made.status, made.to], [303, `${path}?d=1`])
      assert.deepInclude(yield* page, { needsVote: true })
      yield* post("?d=1", { intent: "accept" })
      const checked = (yield* page).run
      assert.deepInclude(checked, {
        state: "checked",
        rowsReady: 7,
        total: AmountText.make("999.95"),
        remainder: AmountText.make("0.05")
      })
      assert.strictEqual(yield* refusal("approve"), "A vote has to approve this payout first.")
      assert.match(yield* refusal("start"), /^This payout is checked; /)

      const { to } = yield* post("?d=1", { intent: "put-to-vote" })
      const draftId = ProposalId.make(new URL(to ?? "", "https://own.invalid").searchParams.get("draft") ?? "")
      const draft = Option.getOrThrow(yield* (yield* ProposalDraftsRepo).draft(id, draftId))
      yield* (yield* Proposals).publish({
        id: draft.id,
        community: yield* stateOf(id),
        author: ADA,
        role: "owner",
        text: textOf({ kind: "spending", opensAt: OPENING, closesAt: CLOSE, quorumPct: 20 }),
        action: draft.action,
        threadNumber: null,
        signed: someSignature
      })
      yield* TestClock.setTime(OPENING)
      yield* (yield* Openings).openDue
      assert.deepInclude((yield* page).approval, { number: 1, isOpen: true, isApproved: false })
      assert.strictEqual(yield* refusal("approve"), "A vote has to approve this payout first.")
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
      assert.deepInclude((yield* page).approval, { number: 1, isOpen: false, isApproved: true })

      for (const intent of ["approve", "start", "next"]) yield* post("?d=1", { intent })
      const running = yield* page
      assert.deepStrictEqual(
        running.rows.map(({ amount }) => amount),
        Array.from({ length: 7 }, () => "142.85")
      )
      yield* report(running.step?.id ?? "", yield* sign(running.step?.manifest ?? ""))
      const run = yield* (yield* DistributionsRepo).findOrFail(id, 1)
      assert.deepInclude(run, { state: "done", rowsSent: 7, proposalId: draft.id })
      const accounts = [ADA, ...others.map(({ account }) => account), treasury.treasury]
      assert.deepStrictEqual(yield* held(treasury.token, accounts), [
        ...Array.from({ length: 7 }, () => "142.85"),
        "99000.05"
      ])
      const [proposal] = yield* sql<{ readonly status: string }>`SELECT status FROM proposals WHERE id = ${draft.id}`
      assert.strictEqual(proposal?.status, "executed")
    }).pipe(Effect.provide(live(database)))
  )
})
