/**
 * Attacks on requests through the programs of the site's routes; tests/ledger/engine/requests.test.ts has the same for
 * the engine.
 */
import { assert, it } from "@effect/vitest"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Either, Layer, Option, TestClock } from "effect"
import { Gateway } from "~/connector/index"
import type { Community } from "~/effects/access/Community"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Approvals } from "~/effects/treasury/multisig/Approvals.server"
import { requestFile } from "~/effects/treasury/multisig/pages/file.server"
import { RequestWorker } from "~/effects/treasury/multisig/RequestWorker.server"
import { SignerResponsesRepo } from "~/effects/treasury/multisig/SignerResponsesRepo.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { decodeTransaction, encodeTransaction, type Signer } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, signedRequest, signedV2 } from "../../../ledger/signing"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { asked, handedIn, submitForm } from "./submitting"
import {
  ada,
  approve,
  as,
  askOthers,
  balance,
  bea,
  cas,
  eve,
  minute,
  propose,
  signing,
  signRequest,
  submit,
  world,
  XRD
} from "./world"

const messageOf = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), (failure) => (failure instanceof Error ? failure.message : ""))
const paid = balance(accountOf(eve), XRD)
const found = ({ id }: Community, request: string) =>
  Effect.flatMap(ApprovalRequestsRepo, (requests) => requests.findOrFail(id, request))
const signedBy = (request: string) =>
  Effect.map(
    Effect.flatMap(SignerResponsesRepo, (responses) => responses.of(request)),
    (rows) => rows.filter(({ answer }) => answer === "signed").map(({ badgeId }) => badgeId)
  )

/** The two signers' badges open the treasury outside this site. */
const proofs = ({ ownerBadge }: Community) =>
  [ada, bea]
    .map(
      (who, n) => `CALL_METHOD Address("${accountOf(who)}") "create_proof_of_non_fungibles" Address("${ownerBadge}")
        Array<NonFungibleLocalId>(NonFungibleLocalId("#${n + 1}#"));`
    )
    .join("\n")
const emptied = (community: Community, amount: number) =>
  submit(
    `${proofs(community)}
    CALL_METHOD Address("${community.treasuryAccount}") "withdraw" Address("${XRD}") Decimal("${amount}");
    CALL_METHOD Address("${accountOf(cas)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
    ada,
    bea
  )
const takes = (payee: Signer, isOpen: boolean) =>
  submit(`CALL_METHOD Address("${accountOf(payee)}") "set_default_deposit_rule" Enum<${isOpen ? 0 : 1}u8>();`, payee)

/** A request that Bea has signed, and what Cas's wallet is asked for. */
const halfSigned = (community: Community) =>
  Effect.gen(function* () {
    const { id } = yield* propose(community)
    yield* approve(community, bea, id)
    return { id, last: yield* asked(community, cas, id) }
  })

/** A second server with services of its own, over the same database and ledger. */
const second = Layer.mergeAll(Approvals.Default, RequestWorker.Default).pipe(Layer.fresh)

describeOnBothDatabases("requests under attack", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect("with a signature missing send nothing, however long they wait, and hand nobody a file", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id } = yield* halfSigned(community)
      yield* TestClock.adjust("13 days")
      yield* minute
      assert.deepInclude(yield* found(community, id), { state: "waiting", txId: null })
      const token = yield* signIn(accountOf(bea))
      const file = visit("/api/signers/file", requestFile, { token, params: { id: community.id, request: id } })
      assert.strictEqual(yield* messageOf(file), "This page does not exist.")
      assert.strictEqual(yield* paid, 0)
    }).pipe(Effect.provide(Live))
  )

  it.effect("count only a signer's own signature in their response, not others' or duplicates in it", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id } = yield* propose(community)
      const first = yield* asked(community, bea, id)
      const hand = (signed: string) => handedIn(community, bea, id, first.partId, signed)
      assert.match(yield* messageOf(hand(signRequest(first, cas))), /the key is not this account's/)
      const { signatures, ...rest } = signedRequest(first, bea, cas)
      const body = { ...rest, signatures: [...signatures, ...signatures] }
      yield* hand(bytesToHex(encodeTransaction({ kind: "signedPartial", body })))
      assert.deepStrictEqual(yield* signedBy(id), ["#2#"])
      assert.deepInclude(yield* found(community, id), { state: "waiting" })
      yield* handedIn(community, cas, id, first.partId, signRequest(first, cas))
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("do not combine signatures of different requests or over another amount", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const [one, other] = [yield* propose(community), yield* propose(community, ada, { reason: "Hoses" })]
      const [first, last] = [yield* asked(community, bea, one.id), yield* asked(community, bea, other.id)]
      const hand = (signed: string) => handedIn(community, bea, one.id, first.partId, signed)
      assert.match(yield* messageOf(hand(signRequest(last, bea))), /different instructions/)
      const mixed = { ...signedRequest(first, bea), signatures: signedRequest(last, bea).signatures }
      assert.match(
        yield* messageOf(hand(bytesToHex(encodeTransaction({ kind: "signedPartial", body: mixed })))),
        /an invalid signature/
      )
      const more = { ...first, manifest: first.manifest.replaceAll('"420"', '"4200"') }
      assert.match(yield* messageOf(hand(signRequest(more, bea))), /different instructions/)
      const changed = { ...signedRequest(more, bea), signatures: signedRequest(first, bea).signatures }
      assert.match(
        yield* messageOf(hand(bytesToHex(encodeTransaction({ kind: "signedPartial", body: changed })))),
        /different instructions/
      )
      assert.deepStrictEqual([yield* signedBy(one.id), yield* paid], [[], 0])
    }).pipe(Effect.provide(Live))
  )

  it.effect("refuse a header of another network or time, or of more than thirty days", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id } = yield* propose(community)
      const first = yield* asked(community, bea, id)
      const { endEpochExclusive: end, maxProposerTimestampExclusive: until, startEpochInclusive: start } = first.header
      for (const changes of [
        { networkId: 1 },
        { startEpochInclusive: 1, endEpochExclusive: 2 },
        { startEpochInclusive: start + 1 },
        { endEpochExclusive: end + 1 },
        { endEpochExclusive: start + 8_641 },
        { maxProposerTimestampExclusive: until + 1 }
      ]) {
        const signed = signRequest({ ...first, header: { ...first.header, ...changes } }, bea)
        const said = yield* messageOf(handedIn(community, bea, id, first.partId, signed))
        assert.match(said, /^Your wallet made its own request; update it/, JSON.stringify(changes))
      }
      for (const no of ["", "00", "zz".repeat(200)]) {
        assert.match(yield* messageOf(handedIn(community, bea, id, first.partId, no)), /no signed part/)
      }
      assert.deepStrictEqual(yield* signedBy(id), [])
    }).pipe(Effect.provide(Live))
  )

  it.effect("recognise a stranger's submission of the file under a root of their own, and pay once", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id, last } = yield* halfSigned(community)
      const ledger = yield* Ledger
      // The server stores the last signature and crashes before it can submit.
      const dying = new Ledger({ ...ledger, submit: () => Effect.die("the server died") })
      const server = second.pipe(Layer.provide(Layer.succeed(Ledger, dying)))
      const dead = Effect.flatMap(Approvals, (approvals) =>
        approvals.accept(as(community, cas), id, last.partId, signRequest(last, cas))
      )
      assert.isTrue((yield* Effect.exit(Effect.provide(dead, server)))._tag === "Failure")
      const token = yield* signIn(accountOf(bea))
      const at = { token, params: { id: community.id, request: id } }
      const { value } = yield* visit("/api/signers/file", requestFile, at)
      const file = (yield* Effect.promise(() => value.json())) as Record<string, string>
      const part = Either.getOrThrow(decodeTransaction(hexToBytes(file.signedPartialTransaction ?? "")))
      const whole = part.kind === "signedPartial" ? part.body : assert.fail("another kind of transaction")
      const { epoch } = yield* ledger.currentState()
      const window = { startEpoch: BigInt(epoch), endEpoch: BigInt(epoch) + 4n }
      const body = signedV2(file.rootManifest ?? "", [whole], [eve], window)
      yield* ledger.submit(encodeTransaction({ kind: "notarizedV2", body }))
      yield* minute
      assert.deepInclude(yield* found(community, id), { state: "committed" })
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("are submitted by the next minute job if the server crashes between storing and submitting", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id, last } = yield* halfSigned(community)
      const ledger = yield* Ledger
      const dying = new Ledger({ ...ledger, submit: () => Effect.die("the server died") })
      const dead = Effect.flatMap(Approvals, (approvals) =>
        approvals.accept(as(community, cas), id, last.partId, signRequest(last, cas))
      )
      yield* Effect.exit(Effect.provide(dead, second.pipe(Layer.provide(Layer.succeed(Ledger, dying)))))
      const stored = yield* found(community, id)
      assert.deepInclude(stored, { state: "sent" })
      assert.strictEqual(yield* paid, 0)
      yield* minute
      yield* minute
      assert.deepInclude(yield* found(community, id), { state: "committed", txId: stored.txId })
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("are submitted immediately with the last signature, without a timer or the minute job", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id, last } = yield* halfSigned(community)
      const ledger = yield* Ledger
      const [at, submitted] = [yield* Clock.currentTimeMillis, [] as number[]]
      const watched = new Ledger({
        ...ledger,
        submit: (payload) =>
          Effect.zipRight(
            Effect.map(Clock.currentTimeMillis, (now) => submitted.push(now)),
            ledger.submit(payload)
          )
      })
      const accept = Effect.flatMap(Approvals, (approvals) =>
        approvals.accept(as(community, cas), id, last.partId, signRequest(last, cas))
      )
      // The clock of this test stands still: whatever waited for it would never end.
      const done = yield* Effect.provide(accept, second.pipe(Layer.provide(Layer.succeed(Ledger, watched))))
      assert.strictEqual(done.state, "committed")
      assert.deepStrictEqual(submitted, [at])
    }).pipe(Effect.provide(Live))
  )

  it.effect("pay once if two servers submit the last signature and poll it concurrently", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id, last } = yield* halfSigned(community)
      const signed = signRequest(last, cas)
      const accept = Effect.flatMap(Approvals, (approvals) =>
        approvals.accept(as(community, cas), id, last.partId, signed)
      )
      const [here, there] = [Effect.ignore(accept), Effect.ignore(Effect.provide(accept, second))]
      yield* Effect.all([here, there, here, there], { concurrency: "unbounded" })
      yield* Effect.all([minute, Effect.provide(minute, second)], { concurrency: "unbounded" })
      yield* minute
      assert.deepInclude(yield* found(community, id), { state: "committed" })
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("report a key that was replaced after signing, send nothing, and let that signer sign again", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id, last } = yield* halfSigned(community)
      const gateway = yield* Gateway
      const replaced = Gateway.of({
        ...gateway,
        ownerKeysOf: (addresses) =>
          Effect.map(gateway.ownerKeysOf(addresses), (reading) => ({
            ...reading,
            keys: reading.keys.map((keys, n) =>
              addresses[n] === accountOf(bea)
                ? Either.right(Option.some([{ curve: "curve25519" as const, hash: "ab".repeat(29) }]))
                : keys
            )
          }))
      })
      const since = second.pipe(Layer.provide(Layer.succeed(Gateway, replaced)))
      const accept = Effect.flatMap(Approvals, (approvals) =>
        approvals.accept(as(community, cas), id, last.partId, signRequest(last, cas))
      )
      assert.match(
        yield* messageOf(Effect.provide(accept, since)),
        /has changed its key since they signed\. Nothing moved\. They need to approve again\.$/
      )
      assert.deepStrictEqual([yield* signedBy(id), yield* paid], [["#3#"], 0])
      assert.deepInclude(yield* found(community, id), { state: "waiting", txId: null })
      // Once the former key counts again, its owner signs again, and the request is executed.
      yield* approve(community, bea, id)
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("refuse the last signature if the signers changed outside this site, and send nothing", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id, last } = yield* halfSigned(community)
      const counted = ["#1#", "#3#"]
        .map((n) => `Enum<0u8>(NonFungibleGlobalId("${community.ownerBadge}:${n}"))`)
        .join(", ")
      const rule = `SET_OWNER_ROLE Address("${community.treasuryAccount}")
        Enum<2u8>(Enum<0u8>(Enum<2u8>(2u8, Array<Enum>(${counted}))));`
      yield* submit(`${proofs(community)}\n${rule}`, ada, bea)
      const said = yield* messageOf(handedIn(community, cas, id, last.partId, signRequest(last, cas)))
      assert.match(said, /^The signers changed since this was proposed\./)
      yield* minute
      assert.deepStrictEqual([(yield* found(community, id)).txId, yield* paid], [null, 0])
    }).pipe(Effect.provide(Live))
  )

  it.effect("report a payee that refuses deposits before a wallet is asked, and retry one that refuses later", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      yield* takes(eve, false)
      const { id } = yield* propose(community)
      assert.match(yield* messageOf(asked(community, bea, id)), /^The ledger would refuse this: /)
      yield* takes(eve, true)
      yield* approve(community, bea, id)
      const last = yield* asked(community, cas, id)
      yield* takes(eve, false)
      const sent = yield* handedIn(community, cas, id, last.partId, signRequest(last, cas))
      assert.strictEqual(sent.state, "sent")
      assert.isNotNull(sent.problem)
      assert.strictEqual(yield* paid, 0)
      yield* takes(eve, true)
      yield* minute
      yield* minute
      assert.deepInclude(yield* found(community, id), { state: "committed", problem: null })
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("report a missing balance at the last signature, retry until the request ends, and then fail", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id, last } = yield* halfSigned(community)
      yield* emptied(community, 9_900)
      const sent = yield* handedIn(community, cas, id, last.partId, signRequest(last, cas))
      assert.strictEqual(sent.state, "sent")
      assert.isNotNull(sent.problem)
      yield* TestClock.adjust("15 days")
      yield* minute
      yield* minute
      assert.deepInclude(yield* found(community, id), { state: "failed" })
      assert.strictEqual(yield* paid, 0)
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "are proposed, signed, refused and withdrawn once, with two tabs, two devices and a reload in each step",
    () =>
      Effect.gen(function* () {
        const community = yield* signing()
        const form = {
          intent: "propose-payment",
          key: "key-of-this-page",
          resource: XRD,
          amount: "420",
          payee: accountOf(eve),
          reason: "Pump repair",
          vote: ""
        }
        assert.deepStrictEqual(
          [yield* submitForm(community, ada, form), yield* submitForm(community, ada, form)],
          ["", ""]
        )
        const requests = yield* ApprovalRequestsRepo
        const [request, ...more] = yield* requests.waiting(community.id)
        assert.lengthOf(more, 0)
        const id = request?.id ?? ""
        // After a reload the wallet is asked for the same; a tab from before others were asked is refused.
        const [first, again] = [yield* asked(community, bea, id), yield* asked(community, bea, id)]
        assert.deepStrictEqual(again, first)
        yield* askOthers(community, ada, id, "#2#", "#3#")
        assert.match(
          yield* messageOf(handedIn(community, bea, id, first.partId, signRequest(first, bea))),
          /^Other signers have been asked since/
        )
        const now = yield* asked(community, bea, id)
        for (const device of [1, 2]) {
          const answer = yield* handedIn(community, bea, id, now.partId, signRequest(now, bea))
          assert.strictEqual(answer.state, "waiting", String(device))
        }
        assert.deepStrictEqual(yield* signedBy(id), ["#2#"])
        for (const tab of [1, 2]) {
          assert.strictEqual(
            yield* submitForm(community, ada, { intent: "refuse", act: id, reason: "One quote" }),
            "",
            `${tab}`
          )
        }
        assert.deepInclude(yield* found(community, id), { state: "waiting" })
        assert.strictEqual(yield* submitForm(community, cas, { intent: "withdraw", act: id }), "")
        assert.match(yield* submitForm(community, bea, { intent: "withdraw", act: id }), /^This payment is withdrawn/)
        assert.match(
          yield* messageOf(handedIn(community, cas, id, now.partId, signRequest(now, cas))),
          /^This payment is withdrawn/
        )
        assert.strictEqual(yield* paid, 0)
      }).pipe(Effect.provide(Live))
  )
})
