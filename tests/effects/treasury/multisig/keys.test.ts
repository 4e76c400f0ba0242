/** A treasury that any two of three signers open by their keys: one text for all, which names nobody. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { test } from "vitest"
import type { Community } from "~/effects/access/Community"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { RequestChecks } from "~/effects/treasury/multisig/check/RequestChecks.server"
import { keySeatIn } from "~/effects/treasury/multisig/keySeats"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { signersPage } from "~/effects/treasury/multisig/pages/signers.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { type Signer, signerOf } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { settled } from "../payouts/escrowWorld"
import { submitElsewhere } from "./elsewhere"
import { escrowFoundOf, listed, people } from "./lists"
import { joined, requestsIn, submitForm, waiting } from "./submitting"
import {
  accept,
  ada,
  approve,
  as,
  ask,
  askOthers,
  badgesChecked,
  balance,
  bea,
  cas,
  countedByKeys,
  dan,
  eve,
  giveBadge,
  hexOf,
  keyIdOf,
  keysOf,
  NUMBERS,
  open,
  propose,
  protect,
  refuse,
  ruleOf,
  signRequest,
  submit,
  world,
  XRD
} from "./world"

const messageOf = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), ({ message }) => message)
const fieldsOf = <A, E extends object, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), (failure) => ("fields" in failure ? failure.fields : failure))
const paid = balance(accountOf(eve), XRD)
const pays = (community: Community, by: Signer = ada, reason = "Pump repair") =>
  propose(community, by, { sign: [], reason })
const found = (community: Community, id: string) =>
  Effect.flatMap(ApprovalRequestsRepo, (requests) => Effect.orDie(requests.findOrFail(community.id, id)))
const checked = (txId: string) =>
  Effect.gen(function* () {
    const { requests } = yield* (yield* RequestChecks).check(txId)
    return requests[0] ?? (yield* Effect.dieMessage("no request in it"))
  })
const pageOf = (community: Community, who: Signer, query = "") =>
  Effect.gen(function* () {
    const at = { token: yield* signIn(accountOf(who)), params: { id: community.id } }
    const { value } = yield* visit(`/community/detail/${community.id}/signers${query}`, signersPage, at)
    return value.state === "multisig" ? value : yield* Effect.dieMessage("the treasury has no signers")
  })
const changeTo = (community: Community, ...signers: ReadonlyArray<Signer>) =>
  Effect.flatMap(Proposing, (proposing) =>
    proposing.rule(as(community, ada), {
      ids: [...keysOf(...signers).keys()],
      needed: 2,
      keys: keysOf(...signers),
      reason: "Cas leaves"
    })
  )

describeOnBothDatabases("a treasury that any two of three open by their keys", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect("pays by the same text for each pair, and is checked by who signed", () =>
    Effect.gen(function* () {
      const community = yield* countedByKeys()
      assert.deepStrictEqual(yield* ruleOf(community), { ids: [ada, bea, cas].map(keyIdOf), needed: 2 })
      const first = yield* pays(community)
      assert.lengthOf(first.signers, 3)
      assert.notInclude(first.request?.manifest ?? "", "create_proof")
      assert.strictEqual((yield* approve(community, cas, first.id)).act.state, "waiting")
      const last = yield* approve(community, ada, first.id)
      assert.strictEqual(last.act.state, "committed")
      assert.strictEqual(yield* paid, 420)
      // From now on it names those who signed, and not the third who could have.
      assert.deepStrictEqual(
        last.act.signers.map(({ id }) => id),
        [ada, cas].map(keyIdOf)
      )
      const second = yield* pays(community, bea, "Hoses")
      yield* approve(community, bea, second.id)
      yield* approve(community, cas, second.id)
      assert.strictEqual(yield* paid, 840)
      const request = yield* checked(last.act.txId ?? "")
      assert.deepInclude(request, {
        hash: first.request?.hash ?? "",
        treasury: community.treasuryAccount ?? "",
        badge: null,
        isEnough: true,
        others: 0,
        verdict: "2 of the 2 required signers signed this request; the rule then was 2 of 3."
      })
      assert.deepStrictEqual(
        request.signers.map(({ account, id, key, state }) => [id, key, account, state]),
        [ada, cas].map((who) => [keyIdOf(who), `curve25519:${hexOf(who)}`, null, "signed"])
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("does not pay with one key, with one key twice, or with a key that does not count", () =>
    Effect.gen(function* () {
      const community = yield* countedByKeys()
      const request = yield* pays(community)
      const asked = yield* ask(community, bea, request.id)
      const byStranger = accept(community, bea, request.id, asked.partId, signRequest(asked, eve))
      assert.match(
        yield* messageOf(byStranger),
        /^Your wallet did not sign with the key that counts here, key …\w{8}\./
      )
      const byAnother = accept(community, bea, request.id, asked.partId, signRequest(asked, cas))
      assert.match(yield* messageOf(byAnother), /security shield\. Nothing moved\.$/)
      yield* approve(community, bea, request.id)
      assert.strictEqual(
        yield* messageOf(ask(community, bea, request.id)),
        "You have signed this already. One more signature is missing."
      )
      const again = yield* accept(community, bea, request.id, asked.partId, signRequest(asked, bea))
      assert.strictEqual(again.state, "waiting")
      // Outside this site neither.
      const alone = yield* checked(yield* submitElsewhere(request, bea, eve))
      assert.deepInclude(alone, { isEnough: false, others: 1 })
      assert.match(alone.verdict, /^1 of the 2 required signers signed .* The transaction failed on the ledger/)
      assert.strictEqual(yield* paid, 0)
      assert.match(yield* messageOf(ask(community, eve, request.id)), /^Only signers/)
    }).pipe(Effect.provide(Live))
  )

  it.effect("refuses a key that left the rule, and accepts its replacement", () =>
    Effect.gen(function* () {
      const community = yield* countedByKeys()
      yield* giveBadge(community, dan, "#4#")
      const waiting = yield* pays(community)
      yield* approve(community, cas, waiting.id)
      const change = yield* changeTo(community, ada, bea, dan)
      assert.deepStrictEqual(requestsIn(yield* pageOf(community, ada)).find(({ id }) => id === change.id)?.ends, [
        waiting.number
      ])
      yield* approve(community, ada, change.id)
      assert.strictEqual((yield* approve(community, bea, change.id)).act.state, "committed")
      assert.deepStrictEqual((yield* ruleOf(community))?.ids, [ada, bea, dan].map(keyIdOf))
      assert.strictEqual((yield* found(community, waiting.id)).state, "void")
      // The rule of that time needed two keys, of which one has left it.
      assert.deepInclude(yield* checked(yield* submitElsewhere(waiting, bea, cas)), { isEnough: false, others: 1 })
      assert.strictEqual(yield* paid, 0)
      const next = yield* pays(community, bea, "Hoses")
      assert.match(yield* messageOf(ask(community, cas, next.id)), /^Only signers/)
      yield* approve(community, dan, next.id)
      assert.strictEqual((yield* approve(community, bea, next.id)).act.state, "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("lets nobody name or replace signers, and needs two of three to refuse", () =>
    Effect.gen(function* () {
      const community = yield* countedByKeys()
      const ANY = "Any 2 of the 3 signers can sign this, so nobody is named."
      assert.deepStrictEqual(yield* fieldsOf(propose(community, ada, { sign: ["#1#", "#2#"] })), { sign: ANY })
      const request = yield* pays(community)
      assert.strictEqual(yield* messageOf(askOthers(community, ada, request.id, "#1#", "#2#")), ANY)
      assert.strictEqual((yield* refuse(community, cas, request.id)).state, "waiting")
      assert.strictEqual((yield* refuse(community, bea, request.id)).state, "refused")
    }).pipe(Effect.provide(Live))
  )

  it.effect("lists its signers by their keys, who may sign, and does not change when badges move", () =>
    Effect.gen(function* () {
      const community = yield* countedByKeys()
      for (const who of [ada, bea, cas]) yield* joined(community, who)
      const request = yield* pays(community)
      yield* approve(community, ada, request.id)
      for (const who of [bea, cas]) {
        const page = yield* pageOf(community, who, "?tab=waiting")
        assert.deepInclude(page, { isByKeys: true, mine: keyIdOf(who), needed: 2, reach: null, mineRefused: null })
        const [shown] = requestsIn(page)
        assert.deepInclude(shown, { maySign: true, mayAskOthers: false, isAnyOf: true, given: 1, needed: 2 })
      }
      yield* badgesChecked
      const signers = yield* pageOf(community, ada, "?tab=signers")
      assert.deepStrictEqual(
        signers.seats.map(({ account, id, place }) => [id, account, place]),
        [ada, bea, cas].map((who) => [keyIdOf(who), accountOf(who), null])
      )
      // They are chosen by the badges in their accounts.
      assert.deepStrictEqual(
        signers.others.map(({ id }) => id),
        NUMBERS
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("lets a signer whose badge went elsewhere ask for everything, and pays with their key", () =>
    Effect.gen(function* () {
      const community = yield* countedByKeys()
      yield* submit(
        `CALL_METHOD Address("${accountOf(bea)}") "withdraw_non_fungibles" Address("${community.ownerBadge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#2#"));
CALL_METHOD Address("${accountOf(dan)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
        bea
      )
      const run = yield* listed(community)
      const form = { intent: "propose-escrow", d: String(run.number), digest: run.digest ?? "" }
      assert.strictEqual(yield* submitForm(community, bea, form), "")
      const request = yield* waiting(community)
      // Who holds the badge now has no key that counts.
      assert.match(yield* messageOf(ask(community, dan, request.id)), /^Only signers/)
      yield* approve(community, bea, request.id)
      assert.strictEqual((yield* approve(community, cas, request.id)).act.state, "committed")
      assert.deepInclude(yield* escrowFoundOf(run), { state: "funded" })
      yield* settled(run.id)
      yield* settled(run.id)
      assert.deepStrictEqual(yield* Effect.forEach(people, (account) => balance(account, XRD)), [1, 2, 3])
    }).pipe(Effect.provide(Live))
  )

  it.effect("returns to badges with two of its keys", () =>
    Effect.gen(function* () {
      const community = yield* countedByKeys()
      const proposing = yield* Proposing
      const rule = { ids: NUMBERS, needed: 2, reason: "Badges again" }
      const change = yield* proposing.rule(as(community, ada), rule)
      yield* approve(community, bea, change.id)
      yield* approve(community, cas, change.id)
      assert.deepStrictEqual(yield* ruleOf(community), { ids: NUMBERS, needed: 2 })
      const payment = yield* propose(community)
      yield* approve(community, bea, payment.id)
      assert.strictEqual((yield* approve(community, cas, payment.id)).act.state, "committed")
    }).pipe(Effect.provide(Live))
  )

  it.effect("is not set up with an invalid, duplicate or missing key, and then prepares nothing", () =>
    Effect.gen(function* () {
      const community = yield* open
      const tried = (keys: ReadonlyMap<string, string>) => fieldsOf(protect(community, NUMBERS, 2, keys))
      const NO_KEY =
        "This is not a key. Paste the public key, 64 or 66 hexadecimal digits, or the id of the key's badge (resource_tdx_2_1nf…:[…])."
      assert.deepStrictEqual(yield* tried(keysOf(ada, bea)), { "key-3": NO_KEY })
      assert.deepStrictEqual(yield* tried(new Map([...keysOf(ada, bea), ["#3#", accountOf(cas)]])), { "key-3": NO_KEY })
      assert.deepStrictEqual(yield* tried(new Map([...keysOf(ada, bea), ["#3#", hexOf(ada)]])), {
        "key-3": "Another signer has this key already. Each key counts once."
      })
      assert.isNull(yield* ruleOf(community))
      yield* protect(community, NUMBERS, 2, keysOf(ada, bea, cas))
      const form = { intent: "propose-rule", signers: "#1#", needed: "2", reason: "Another", mode: "thumbs" }
      assert.strictEqual(yield* submitForm(community, ada, form), "Please check the marked fields.")
    }).pipe(Effect.provide(Live))
  )
})

describe("a typed key", () => {
  const secp = signerOf("secp256k1", new Uint8Array(32).fill(61))

  test.each([
    [hexOf(bea), keyIdOf(bea)],
    [` ${hexOf(bea).toUpperCase()}\n`, keyIdOf(bea)],
    [keyIdOf(bea), keyIdOf(bea)],
    [hexOf(secp), keyIdOf(secp)],
    [keyIdOf(secp), keyIdOf(secp)],
    ["", null],
    [hexOf(bea).slice(1), null],
    [`${hexOf(bea)}00`, null],
    [`05${hexOf(bea)}`, null],
    ["ff".repeat(32), null],
    [`02${"00".repeat(31)}`, null],
    [`02${"ff".repeat(32)}`, null],
    [accountOf(bea), null],
    ["#1#", null],
    [keyIdOf(bea).replace("[", "[00"), null],
    [`${keyIdOf(bea)}:x`, null],
    [`resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc:${keyIdOf(bea).split(":")[1]}`, null]
  ])("“%s” is %s", (typed, seat) => {
    assert.strictEqual(keySeatIn(typed), seat)
  })
})
