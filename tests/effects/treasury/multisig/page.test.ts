/**
 * The page of requests: what each reader may do there, comments and who hides them, and the file of what all have
 * signed.
 */
import { assert, it } from "@effect/vitest"
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Layer, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { Faults } from "~/effects/local/Faults.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { budgetsPage } from "~/effects/treasury/budgets/pages/budgets.server"
import { badgesPage } from "~/effects/treasury/deployment/pages/badgePanel.server"
import { requestFile } from "~/effects/treasury/multisig/pages/file.server"
import { signersPage } from "~/effects/treasury/multisig/pages/signers.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { afterText } from "~/effects/treasury/treasury/pages/exportMovements.server"
import { settingsTreasury, treasuryPage } from "~/effects/treasury/treasury/pages/settingsTreasury.server"
import { Treasury } from "~/effects/treasury/treasury/Treasury.server"
import { TreasuryPlans } from "~/effects/treasury/treasury/TreasuryPlans.server"
import { decodeTransaction, type Signer } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { accountOf } from "../../../ledger/signing"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { joined, requestsIn, submitForm } from "./submitting"
import { accept, ada, approve, ask, bea, cas, propose, signing, signRequest, world, XRD } from "./world"

/** With a profile and a membership. */
const messageOf = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), (failure) => (failure instanceof Error ? failure.message : ""))

const seenBy = (community: Community, who: Signer, id: string) =>
  Effect.gen(function* () {
    const at = { token: yield* signIn(accountOf(who)), params: { id: community.id } }
    const { value } = yield* visit(`/community/detail/${community.id}/signers`, signersPage, at)
    const found = requestsIn(value).find((each) => each.id === id)
    return found ?? (yield* Effect.dieMessage("it is not there"))
  })

describeOnBothDatabases("the page of requests", (database) => {
  const Live = Layer.mergeAll(
    BudgetsLive,
    DistributionsLive,
    HandOver.Default,
    Idempotency.Default,
    Treasury.Default,
    TreasuryPlans.Default
  ).pipe(Layer.provideMerge(world(database)))

  it.effect("shows each signer what they may do, and everybody the same code", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      const asked = yield* ask(community, bea, request.id)
      const [bySigner, byOther] = [yield* seenBy(community, bea, request.id), yield* seenBy(community, ada, request.id)]
      assert.deepInclude(bySigner, { maySign: true, mayRefuse: true, mayAskOthers: true, given: 0, needed: 2 })
      assert.deepInclude(byOther, { maySign: false, mayRefuse: true, mayTakeBack: true })
      assert.deepStrictEqual([bySigner.code, byOther.code], [asked.code, asked.code])
      yield* approve(community, bea, request.id)
      const after = yield* seenBy(community, bea, request.id)
      assert.deepInclude(after, { maySign: false, given: 1 })
      assert.strictEqual(
        yield* submitForm(community, ada, { intent: "refuse", act: request.id, reason: "" }),
        "Please check the marked fields."
      )
      assert.strictEqual(
        yield* submitForm(community, ada, { intent: "refuse", act: request.id, reason: "One quote only" }),
        ""
      )
      const refused = (yield* seenBy(community, cas, request.id)).approvals.find(({ seat }) => seat.id === "#1#")
      assert.deepInclude(refused, { state: "refused", reason: "One quote only", isNamed: false })
    }).pipe(Effect.provide(Live))
  )

  it.effect("shows on every page of the treasury how many open it, and nothing while the ledger does not respond", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      const at = { token: yield* signIn(accountOf(ada)), params: { id: community.id } }
      const seen = (query: string) =>
        Effect.map(visit(`/community/detail/${community.id}/treasury${query}`, treasuryPage, at), ({ value }) => value)
      const first = yield* seen("")
      assert.deepInclude(first, { opens: { needed: 2, signers: 3 }, isFirstPage: true })
      assert.deepStrictEqual(
        first.waiting.map(({ number }) => number),
        [request.number]
      )
      assert.deepInclude(first.waiting[0], { signed: 0, kind: "payment" })
      const xrd = first.setAside.bars.find(({ resource }) => resource === XRD)
      assert.deepInclude({ ...xrd } as object, {
        promised: "420",
        promisedTo: [request.number],
        free: "9580",
        together: "10000"
      })
      yield* approve(community, bea, request.id)
      assert.deepInclude((yield* seen("")).waiting[0], { signed: 1 })
      const older = yield* seen(`?after=${encodeURIComponent(afterText({ stateVersion: 1_000, resource: XRD }))}`)
      assert.deepInclude(older, { opens: { needed: 2, signers: 3 }, isFirstPage: false, waiting: [] })
      const panel = yield* visit(`/community/detail/${community.id}?panel=badges`, badgesPage, at)
      assert.deepInclude(panel.value, { opens: { needed: 2, signers: 3 } })
      const rules = visit(`/community/detail/${community.id}/budgets`, budgetsPage, at)
      assert.deepInclude((yield* rules).value, { opens: { needed: 2, signers: 3 } })
      assert.deepInclude(yield* settingsTreasury(community), { opens: { needed: 2, signers: 3 } })
      yield* (yield* Faults).change({ gateway: "down" })
      assert.isNull((yield* inTime(seen(""))).opens)
      assert.deepInclude((yield* inTime(rules)).value, { opens: null, multisig: null })
      assert.isNull((yield* inTime(settingsTreasury(community))).opens)
    }).pipe(Effect.provide(Live))
  )

  it.effect("has comments of members, which only their authors and moderators hide", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* joined(community, bea)
      yield* joined(community, cas)
      const say = (who: Signer, text: string) =>
        submitForm(community, who, { intent: "comment", act: request.id, text })
      assert.strictEqual(yield* say(bea, "Did all six bins arrive?"), "")
      assert.strictEqual(yield* say(bea, " "), "Please check the marked fields.")
      const [comment] = (yield* seenBy(community, cas, request.id)).comments
      assert.deepInclude(comment, { text: "Did all six bins arrive?", isOwn: false })
      const hide = (who: Signer) =>
        submitForm(community, who, { intent: "hide-comment", act: request.id, comment: comment?.id ?? "" })
      assert.match(yield* hide(cas), /^Only moderators and the owner can moderate/)
      assert.strictEqual(yield* hide(bea), "")
      assert.isNull((yield* seenBy(community, cas, request.id)).comments[0]?.text)
    }).pipe(Effect.provide(Live))
  )

  it.effect("accepts a comment once for each page it was sent from, and twenty an hour from one account", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* joined(community, bea)
      const say = (text: string, key = "") =>
        submitForm(community, bea, { intent: "comment", act: request.id, text, key })
      assert.deepStrictEqual([yield* say("One", "key-of-page"), yield* say("One", "key-of-page")], ["", ""])
      assert.lengthOf((yield* seenBy(community, bea, request.id)).comments, 1)
      for (let n = 2; n <= 20; n++) assert.strictEqual(yield* say(`Number ${n}`), "")
      assert.match(yield* say("Number 21"), /^You have written 20 comments within an hour, which is the limit/)
      assert.lengthOf((yield* seenBy(community, bea, request.id)).comments, 20)
      yield* TestClock.adjust("61 minutes")
      assert.strictEqual(yield* say("Number 21"), "")
    }).pipe(Effect.provide(Live))
  )

  it.effect("gives signers the signed partial transaction once all have signed, and not before", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      const params = { id: community.id, request: request.id }
      const file = Effect.flatMap(signIn(accountOf(ada)), (token) =>
        visit(`/api/signers/${community.id}/${request.id}/file`, requestFile, { token, params })
      )
      assert.strictEqual(yield* messageOf(file), "This page does not exist.")
      yield* approve(community, bea, request.id)
      const asked = yield* ask(community, cas, request.id)
      // By now a vote is needed, so this site does not send it.
      yield* Effect.ignore(
        accept({ ...community, memberCount: 4 }, cas, request.id, asked.partId, signRequest(asked, cas))
      )
      const { value } = yield* file
      const document = (yield* Effect.promise(() => value.json())) as Record<string, string>
      assert.strictEqual(document.subintentHash, asked.partId)
      const decoded = Either.getOrThrow(decodeTransaction(hexToBytes(document.signedPartialTransaction ?? "")))
      assert.lengthOf(decoded.kind === "signedPartial" ? decoded.body.signatures : [], 2)
      assert.include(document.rootManifest, asked.partId)
    }).pipe(Effect.provide(Live))
  )
})
