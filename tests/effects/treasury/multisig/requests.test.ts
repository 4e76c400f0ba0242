/** Requests that named signers sign one by one, over weeks: what each signature authorizes, and what it does not. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Faults } from "~/effects/local/Faults.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { signedRequest } from "~/effects/treasury/multisig/request"
import { SignerResponsesRepo } from "~/effects/treasury/multisig/SignerResponsesRepo.server"
import { encodeTransaction, renderManifest, Templates } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { accountOf, STOKENET, signedV2 } from "../../../ledger/signing"
import {
  accept,
  ada,
  approve,
  approvedBy,
  as,
  ask,
  askOthers,
  balance,
  bea,
  cas,
  dan,
  eve,
  giveBadge,
  heldBy,
  minute,
  propose,
  refuse,
  ruleOf,
  signing,
  signRequest,
  world,
  XRD
} from "./world"

const messageOf = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), ({ message }) => message)
const paid = balance(accountOf(eve), XRD)
const stateOf = (communityId: CommunityId, id: string) =>
  Effect.flatMap(ApprovalRequestsRepo, (requests) =>
    Effect.map(requests.findOrFail(communityId, id), ({ state }) => state)
  )

describeOnBothDatabases("a request to signers", (database) => {
  const Live = world(database)

  it.effect("is executed with the last signature of the requested signers, and recorded with both", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      assert.strictEqual((yield* approve(community, bea, request.id)).act.state, "waiting")
      assert.strictEqual(yield* paid, 0)
      const last = yield* approve(community, cas, request.id)
      assert.strictEqual(last.act.state, "committed")
      assert.strictEqual(yield* paid, 420)
      assert.deepStrictEqual(
        last.act.signers.map(({ id }) => id),
        ["#2#", "#3#"]
      )
      for (const [n, who] of [ada, bea, cas].entries()) {
        assert.deepStrictEqual(yield* heldBy(community, who), [`#${n + 1}#`])
      }
      const sql = yield* SqlClient.SqlClient
      const [record] = yield* sql<{ readonly kind: string; readonly related: string }>`SELECT kind, related
        FROM ledger_records WHERE tx_id = ${last.act.txId}`
      assert.deepStrictEqual(record, { kind: "keeper-payment", related: request.id })
    }).pipe(Effect.provide(Live))
  )

  it.effect("can wait for weeks next to others, and be signed in any order", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const one = yield* propose(community)
      const other = yield* propose(community, bea, { reason: "Hoses", sign: ["#1#", "#2#"] })
      yield* approve(community, bea, one.id)
      yield* approve(community, ada, other.id)
      yield* TestClock.adjust("13 days")
      yield* minute
      assert.strictEqual((yield* approve(community, bea, other.id)).act.state, "committed")
      assert.strictEqual((yield* approve(community, cas, one.id)).act.state, "committed")
      assert.strictEqual(yield* paid, 840)
    }).pipe(Effect.provide(Live))
  )

  it.effect("expires at its header's end, with a reminder two days before, and cannot be signed afterwards", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* approve(community, bea, request.id)
      const late = yield* ask(community, cas, request.id)
      const sql = yield* SqlClient.SqlClient
      const reminded = Effect.map(
        sql<{ readonly at: number | null }>`SELECT reminded_at AS at FROM approval_requests`,
        ([row]) => row?.at ?? null
      )
      yield* TestClock.adjust("11 days")
      yield* minute
      assert.isNull(yield* reminded)
      yield* TestClock.adjust("25 hours")
      yield* minute
      assert.isNotNull(yield* reminded)
      yield* TestClock.adjust("2 days")
      assert.match(yield* messageOf(ask(community, cas, request.id)), /^This request has expired/)
      yield* minute
      assert.strictEqual(yield* stateOf(community.id, request.id), "expired")
      const answer = accept(community, cas, request.id, late.partId, signRequest(late, cas))
      assert.match(yield* messageOf(answer), /^This payment is expired/)
      assert.strictEqual(yield* paid, 0)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is refused, with reasons, once too few signers are left; one refusal of three does not end it", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* approve(community, bea, request.id)
      assert.strictEqual((yield* refuse(community, ada, request.id)).state, "waiting")
      // A signer who refused may still sign, and the other way round.
      assert.strictEqual((yield* refuse(community, bea, request.id, "On second thought no.")).state, "refused")
      const { problem } = yield* (yield* ApprovalRequestsRepo).findOrFail(community.id, request.id)
      assert.strictEqual(problem, "2 of 3 signers refused it.")
      assert.match(yield* messageOf(ask(community, cas, request.id)), /^This payment is refused/)
      assert.match(yield* messageOf(refuse(community, cas, request.id)), /^This payment is refused/)
      const responses = yield* (yield* SignerResponsesRepo).of(request.id)
      assert.deepStrictEqual(
        responses.map(({ answer, reason }) => [answer, reason]),
        [
          ["refused", "There is one quote only."],
          ["refused", "On second thought no."]
        ]
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "becomes another subintent with the same idempotency key for other signers, which voids former signatures",
    () =>
      Effect.gen(function* () {
        const community = yield* signing()
        const request = yield* propose(community)
        const former = yield* ask(community, cas, request.id)
        const bySigned = yield* approve(community, bea, request.id)
        assert.match(yield* messageOf(ask(community, ada, request.id)), /are asked to sign this/)
        yield* askOthers(community, ada, request.id, "#1#", "#3#")
        const now = yield* ask(community, cas, request.id)
        assert.notStrictEqual(now.code, former.code)
        assert.match(
          yield* messageOf(accept(community, cas, request.id, former.partId, signRequest(former, cas))),
          /^Other signers have been asked since/
        )
        // A signature over the former hash is not valid for this one.
        assert.match(
          yield* messageOf(accept(community, cas, request.id, now.partId, signRequest(former, cas))),
          /does not fit this request|made its own request/
        )
        assert.strictEqual((yield* approve(community, ada, request.id)).act.state, "waiting")
        assert.strictEqual((yield* approve(community, cas, request.id)).act.state, "committed")
        assert.strictEqual(yield* paid, 420)
        assert.notStrictEqual(bySigned.partId, now.partId)
        const wrong = yield* Effect.flip(askOthers(community, ada, request.id, "#1#"))
        assert.deepInclude(wrong, { _tag: "InvalidFields" })
      }).pipe(Effect.provide(Live))
  )

  it.effect("refuses another key's signature, one from a wallet's own request, and a duplicate", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      const asked = yield* ask(community, bea, request.id)
      const hand = (signed: string, by = bea) => accept(community, by, request.id, asked.partId, signed)
      assert.match(yield* messageOf(hand(signRequest(asked, eve))), /the key is not this account's/)
      assert.match(yield* messageOf(hand(signRequest(asked, bea), eve)), /^This page does not exist/)
      const header = { ...asked.header, intentDiscriminator: 7 }
      assert.match(
        yield* messageOf(hand(signRequest({ ...asked, header }, bea))),
        /^Your wallet made its own request; update it/
      )
      const changed = { ...asked, manifest: asked.manifest.replace('"420"', '"421"') }
      assert.match(yield* messageOf(hand(signRequest(changed, bea))), /different instructions/)
      const first = yield* hand(signRequest(asked, bea, eve))
      assert.strictEqual(first.state, "waiting")
      assert.strictEqual((yield* hand(signRequest(asked, bea))).state, "waiting")
      assert.match(yield* messageOf(ask(community, bea, request.id)), /^You have signed this already\./)
      const responses = yield* (yield* SignerResponsesRepo).of(request.id)
      assert.lengthOf(responses, 1)
    }).pipe(Effect.provide(Live))
  )

  it.effect("pays once with two concurrent last signatures, and with one from two devices", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      const asked = yield* Effect.forEach([bea, cas], (who) =>
        Effect.map(ask(community, who, request.id), (one) => [who, one] as const)
      )
      yield* Effect.forEach(
        [...asked, ...asked],
        ([who, one]) => Effect.either(accept(community, who, request.id, one.partId, signRequest(one, who))),
        { concurrency: "unbounded" }
      )
      yield* minute
      assert.strictEqual(yield* stateOf(community.id, request.id), "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("survives an attempt that the ledger refuses, which is reported and retried until it succeeds", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* approve(community, bea, request.id)
      yield* (yield* Faults).change({ nextTransaction: "CommittedFailure" })
      const last = yield* approve(community, cas, request.id)
      assert.strictEqual(last.act.state, "sent")
      assert.isNotNull(last.act.problem)
      assert.match(
        yield* messageOf((yield* Proposing).withdraw(as(community, ada), request.id)),
        /on its way to the ledger/
      )
      yield* minute
      yield* minute
      assert.strictEqual(yield* stateOf(community.id, request.id), "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is stored while the gateway is down at the last signature, sent by the minute job, and paid once", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* approve(community, bea, request.id)
      const asked = yield* ask(community, cas, request.id)
      const faults = yield* Faults
      yield* faults.change({ gateway: "down" })
      const away = yield* inTime(Effect.flip(accept(community, cas, request.id, asked.partId, signRequest(asked, cas))))
      assert.strictEqual(away._tag, "GatewayDown")
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("1 minute")
      yield* accept(community, cas, request.id, asked.partId, signRequest(asked, cas))
      yield* minute
      assert.strictEqual(yield* stateOf(community.id, request.id), "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is sent by the minute job if the server crashes after the last signature", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* approve(community, bea, request.id)
      const sql = yield* SqlClient.SqlClient
      // The last signature is stored, and nothing after it.
      yield* (yield* Faults).change({ nextTransaction: "Pending" })
      yield* approve(community, cas, request.id)
      yield* sql`UPDATE approval_requests SET state = 'waiting', tx_id = NULL, tx_payload = NULL WHERE id = ${request.id}`
      yield* TestClock.adjust("1 minute")
      yield* minute
      yield* minute
      assert.strictEqual(yield* stateOf(community.id, request.id), "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is recognised as done if somebody else submits what all have signed, and not paid again", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const approval = yield* propose(community)
      yield* approve(community, bea, approval.id)
      const asked = yield* ask(community, cas, approval.id)
      // A fourth member joins, so a vote is required now: signed, but not sent by this site.
      const grown = { ...community, memberCount: 4 }
      const refused = yield* messageOf(accept(grown, cas, approval.id, asked.partId, signRequest(asked, cas)))
      assert.match(refused, /^A vote has to decide on this payment first/)
      const waits = yield* (yield* ApprovalRequestsRepo).findOrFail(community.id, approval.id)
      assert.strictEqual(waits.state, "waiting")
      assert.match(yield* messageOf(refuse(community, ada, approval.id)), /^All have signed this already/)
      const request = waits.request ?? assert.fail("nothing was asked")
      const whole = signedRequest(request, yield* (yield* SignerResponsesRepo).of(approval.id))
      const root = renderManifest(
        Templates.requestRoot({ networkId: STOKENET, subintent: request.hash, fee: 10n * 10n ** 18n })
      )
      const ledger = yield* Ledger
      const { epoch } = yield* ledger.currentState()
      const window = { startEpoch: BigInt(epoch), endEpoch: BigInt(epoch) + 4n }
      yield* ledger.submit(encodeTransaction({ kind: "notarizedV2", body: signedV2(root, [whole], [eve], window) }))
      yield* minute
      assert.strictEqual(yield* stateOf(community.id, approval.id), "committed")
      yield* minute
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is withdrawn by its proposer or any signer while a signature is missing, and by nobody else", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const proposing = yield* Proposing
      const request = yield* propose(community)
      yield* approve(community, bea, request.id)
      assert.match(yield* messageOf(proposing.withdraw(as(community, eve), request.id)), /^Only signers of/)
      yield* proposing.withdraw(as(community, cas), request.id)
      assert.match(yield* messageOf(ask(community, cas, request.id)), /^This payment is withdrawn/)
      assert.match(yield* messageOf(proposing.withdraw(as(community, ada), request.id)), /^This payment is withdrawn/)
      assert.deepStrictEqual(yield* (yield* SignerResponsesRepo).of(request.id), [])
      // Another payment can be made immediately.
      const next = yield* propose(community)
      assert.strictEqual((yield* approvedBy(community, next.id, bea, cas)).act.state, "committed")
    }).pipe(Effect.provide(Live))
  )

  it.effect("is not proposed, signed or refused by anyone who is not a signer, or not any more", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const proposing = yield* Proposing
      assert.strictEqual(
        yield* messageOf(propose(community, eve)),
        "Only signers of Riverside Garden's treasury can propose a payment."
      )
      yield* giveBadge(community, dan, "#4#")
      assert.match(
        yield* messageOf(propose(community, dan)),
        /The badge in your account does not count, or no longer does\.$/
      )
      const request = yield* propose(community)
      assert.match(yield* messageOf(ask(community, dan, request.id)), /^Only signers of/)
      assert.match(yield* messageOf(refuse(community, dan, request.id)), /^Only signers of/)
      const rule = { ids: ["#1#", "#2#", "#4#"], needed: 2, reason: "Lost wallet" }
      const change = yield* proposing.rule(as(community, ada), rule)
      assert.strictEqual((yield* approvedBy(community, change.id, ada, bea)).act.state, "committed")
      assert.deepStrictEqual(yield* ruleOf(community), { ids: ["#1#", "#2#", "#4#"], needed: 2 })
      const next = yield* propose(community, ada, { sign: ["#1#", "#4#"] })
      assert.match(yield* messageOf(ask(community, cas, next.id)), /does not count, or no longer does\.$/)
      assert.strictEqual((yield* approvedBy(community, next.id, dan, ada)).act.state, "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("from before requests is closed by the minute job with an explanation, and can be proposed again", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const sql = yield* SqlClient.SqlClient
      const request = yield* propose(community)
      yield* sql`UPDATE approval_requests SET request = NULL, signers = '[]' WHERE id = ${request.id}`
      assert.match(yield* messageOf(ask(community, bea, request.id)), /in another way since an upgrade of this site/)
      yield* minute
      const closed = Option.getOrThrow(yield* (yield* ApprovalRequestsRepo).find(request.id))
      assert.deepInclude(closed, { state: "void" })
      assert.match(closed.problem ?? "", /Propose it again\.$/)
    }).pipe(Effect.provide(Live))
  )
})
