/** A bond in a community that votes on its bonds: drafted, put to a vote, approved and issued, over HTTP forms. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Layer, Option, TestClock } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Settings } from "~/effects/base/settings/Settings.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { templates } from "~/effects/communities/communities/templates"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { VotingLive } from "~/effects/governance/proposals/layers.server"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { ProposalDraftsRepo } from "~/effects/governance/proposals/ProposalDraftsRepo.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { DAY_MS, HOUR_MS } from "~/effects/treasury/bonds/limits"
import { bondissueAction } from "~/effects/treasury/bonds/pages/actions.server"
import { bondissuePage } from "~/effects/treasury/bonds/pages/issue.server"
import { termsDigest } from "~/effects/treasury/bonds/terms"
import { describeOnBothDatabases } from "../../../databases"
import { join } from "../../communities/communities/world"
import { someSignature, textOf } from "../../governance/proposals/world"
import { member, submitted, visit } from "../../publishing/dashboard/visits"
import { garden, prepared, sign, stateOf } from "../deployment/world"
import { ADA, ada, world as bondWorld, hereOf, minute, SERIES, seriesNow, terms } from "./world"

const world = (database: Parameters<typeof bondWorld>[0]) =>
  Proposals.Default.pipe(
    Layer.provideMerge(Layer.mergeAll(Threads.Default, ThreadEdits.Default, VotingLive)),
    Layer.provideMerge(Posting.Default),
    Layer.provideMerge(bondWorld(database))
  )

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)
const START = 9 * DAY_MS
const fields = {
  id: SERIES,
  version: "0",
  name: terms.name,
  purpose: terms.purpose,
  variant: "zero",
  currency: "xrd",
  faceValue: AmountText.make("250"),
  issuePrice: AmountText.make("230"),
  units: "100",
  audience: "public",
  minPerBuyer: "1",
  maxPerBuyer: "50",
  minRaiseUnits: "40",
  saleOpensAt: iso(START),
  saleClosesAt: iso(START + 10 * DAY_MS),
  maturesAt: iso(START + 375 * DAY_MS),
  settleMode: "atClose"
}

/** A deployed community whose rules require a vote; Ada owns it and has its page open. */
const stage = Effect.gen(function* () {
  const { id } = yield* garden
  const token = yield* member(ADA)
  yield* join(id, ADA, { role: "owner" })
  const sql = yield* SqlClient.SqlClient
  const governance = JSON.stringify({ ...templates.club.governance, reviewHours: 0, bondsNeedVote: true })
  yield* sql`UPDATE communities SET governance = ${governance} WHERE id = ${id}`
  const checks = yield* TransactionChecks
  const deployment = yield* prepared({ id })
  yield* checks.report(deployment, yield* sign(deployment.manifest))
  const treasury = (yield* stateOf(id)).treasuryAccount ?? ""
  const params = { id }
  const post = (form: Readonly<Record<string, string>>) =>
    submitted("/", bondissueAction, { token, params, form: Object.entries(form) })
  const refusal = (form: Readonly<Record<string, string>>) =>
    Effect.map(
      visit("/", bondissueAction, { token, params, form: Object.entries(form) }),
      ({ value }): Readonly<Record<string, unknown>> => ({
        status: value.init?.status,
        code: value.data.code,
        message: value.data.message,
        fields: value.data.fields,
        name: value.data.sent.name
      })
    )
  const page = (search: string) =>
    Effect.map(visit(`/bondissue${search}`, bondissuePage, { token, params }), ({ value }) => value)
  const drafted = yield* post({ intent: "review", ...fields, reserveAccount: treasury })
  assert.deepStrictEqual([drafted.status, drafted.to], [303, `/community/detail/${id}/bondissue?draft=${SERIES}`])
  return { id, post, refusal, page, treasury }
})

const [OPENING, CLOSE] = [HOUR_MS, 4 * HOUR_MS]

/** The proposal's author publishes the draft of "Put to a vote" and votes alone, and the voting time ends. */
const voted = (id: CommunityId, choice: "yes" | "no") =>
  Effect.gen(function* () {
    const { proposalId } = yield* seriesNow()
    const draft = Option.getOrThrow(
      yield* (yield* ProposalDraftsRepo).draft(id, proposalId ?? ProposalId.make("aaaaaaaaaaaa"))
    )
    const number = yield* (yield* Proposals).publish({
      id: draft.id,
      community: yield* stateOf(id),
      author: ADA,
      role: "owner",
      text: textOf({ kind: "spending", opensAt: OPENING, closesAt: CLOSE }),
      action: draft.action,
      threadNumber: null,
      signed: someSignature
    })
    yield* TestClock.setTime(OPENING)
    yield* (yield* Openings).openDue
    const box = yield* BallotBox
    const { appOrigin, dAppDefinitionAddress } = yield* Settings
    const { ballot, digest } = yield* box.prepare({ account: ADA, proposal: draft.id, choice, reason: "" })
    const signature = bytesToHex(ada.sign(rolaHash(digest, { origin: appOrigin, dAppDefinitionAddress })))
    const publicKey = bytesToHex(ada.publicKey.bytes)
    yield* box.cast(ADA, { ballot, proof: { curve: "curve25519", publicKey, signature } })
    yield* TestClock.setTime(CLOSE)
    yield* (yield* Closings).closeDue
    yield* minute
    return { number, proposal: draft.id }
  })

describeOnBothDatabases("a bond that needs a vote", (database) => {
  it.effect("is drafted, frozen, approved for exactly its terms, and then issued by one transaction", () =>
    Effect.gen(function* () {
      const { id, page, post, refusal } = yield* stage
      const draft = Option.getOrThrow(Option.fromNullable((yield* page(`?draft=${SERIES}`)).review))
      assert.deepInclude(draft, {
        receives: AmountText.make("23000"),
        owes: AmountText.make("25000"),
        needsVote: true,
        mayOpen: true
      })
      assert.deepInclude(draft.series, { totalReturn: "8.69%", perYear: "8.69%", state: "draft" })
      assert.include(draft.warnings, "Its debt is more than the treasury holds today.")

      const early = yield* Effect.flip((yield* Bonds).issue(hereOf(yield* stateOf(id)), SERIES))
      assert.deepInclude(early, {
        status: 409,
        message: "This community decides on its bonds by a vote. Put it to a vote first."
      })

      const proposed = yield* post({ intent: "propose", series: SERIES })
      const { proposalId, state } = yield* seriesNow()
      assert.strictEqual(state, "proposed")
      assert.deepStrictEqual(
        [proposed.status, proposed.to],
        [303, `/community/detail/${id}/proposals?draft=${proposalId}`]
      )
      assert.strictEqual((yield* seriesNow()).termsDigest, termsDigest(yield* seriesNow()))
      const again = yield* refusal({ intent: "propose", series: SERIES })
      const words = "This bond series is put to a vote; putting it to a vote is no longer possible."
      assert.deepInclude(again, { status: 409, code: "E-STATE", message: words })
      const changed = yield* refusal({
        intent: "review",
        ...fields,
        version: "2",
        name: "Another shed",
        reserveAccount: ADA
      })
      const frozen = "This bond series is put to a vote; changing it is no longer possible."
      assert.deepInclude(changed, { status: 409, code: "E-STATE", message: frozen, name: "Another shed" })

      const { number, proposal } = yield* voted(id, "yes")
      assert.strictEqual((yield* seriesNow()).state, "approved")
      assert.strictEqual((yield* page(`?draft=${SERIES}`)).review?.series.decidedIn, number)
      assert.deepInclude(yield* refusal({ intent: "take-back", series: SERIES }), { status: 409, code: "E-STATE" })

      const step = yield* (yield* Bonds).issue(hereOf(yield* stateOf(id)), SERIES)
      const after = yield* (yield* TransactionChecks).report(step, yield* sign(step.manifest))
      assert.deepStrictEqual([after.state, after.problem], ["verified", null])
      assert.strictEqual((yield* seriesNow()).state, "scheduled")
      const row = Option.getOrThrow(yield* (yield* ProposalsRepo).findById(id, proposal, null))
      assert.deepStrictEqual([row.status, row.execution?.txId], ["executed", (yield* seriesNow()).issueTxId])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("becomes a draft again after a failed vote, an expired approval, or a withdrawal of its terms", () =>
    Effect.gen(function* () {
      const { id, post } = yield* stage
      yield* post({ intent: "propose", series: SERIES })
      const { proposal } = yield* voted(id, "no")
      const draft = { state: "draft", proposalId: null, termsDigest: null } as const
      assert.deepInclude(yield* seriesNow(), draft)

      yield* post({ intent: "propose", series: SERIES })
      yield* post({ intent: "take-back", series: SERIES })
      assert.deepInclude(yield* seriesNow(), draft)

      yield* (yield* Bonds).propose(id, SERIES, proposal)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE proposals SET status = 'awaitingExecution' WHERE id = ${proposal}`
      yield* minute
      assert.strictEqual((yield* seriesNow()).state, "approved")
      yield* sql`UPDATE proposals SET status = 'expired' WHERE id = ${proposal}`
      yield* minute
      assert.deepInclude(yield* seriesNow(), draft)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("keeps what was typed in refused forms and changes nothing, and reports stale forms", () =>
    Effect.gen(function* () {
      const { refusal, treasury } = yield* stage
      const wrong = yield* refusal({
        intent: "review",
        ...fields,
        version: "1",
        issuePrice: AmountText.make("260"),
        reserveAccount: treasury
      })
      assert.deepInclude(wrong, { status: 422, code: "E-FIELDS", name: terms.name })
      assert.deepStrictEqual(wrong.fields, { issuePrice: "Price: 50 to 99.99% of the face value." })
      const stale = yield* refusal({ intent: "review", ...fields, version: "0", reserveAccount: treasury })
      assert.deepInclude(stale, {
        status: 409,
        code: "E-STALE",
        message: "Someone changed this meanwhile. Your text is kept; compare and save again."
      })
      assert.deepInclude(yield* seriesNow(), { issuePrice: AmountText.make("230"), version: 1 })
    }).pipe(Effect.provide(world(database)))
  )
})
