/** Which signers signed what a transaction executed, read from the ledger alone. */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, FastCheck as fc, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { FALSE_SIGNATURE, signedPartsIn } from "~/effects/chain/ledger/signedParts"
import { Faults } from "~/effects/local/Faults.server"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import {
  askedTransaction,
  NO_TRANSACTION,
  NOTHING,
  OTHER_HASH,
  OTHER_NETWORK,
  RequestChecks,
  SEVERAL,
  WRONG_HASH
} from "~/effects/treasury/multisig/check/RequestChecks.server"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import {
  badgeOfKey,
  encodeTransaction,
  metadataVariant,
  publicKeyHash,
  type Signer,
  subintentHash,
  writeHash
} from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { accountOf, signedPartial, signedV2, signer } from "../../../ledger/signing"
import { FAUCET, faucetPayload, payloadOf } from "../../chain/ledger/transactions"
import { submitElsewhere, submitPart } from "./elsewhere"
import { ada, approvedBy, as, bea, cas, dan, eve, giveBadge, propose, signing, submit, world } from "./world"

const check = (typed: string) => Effect.flatMap(RequestChecks, (checks) => checks.check(typed))
const refusal = (typed: string) => Effect.map(Effect.flip(check(typed)), ({ message }) => message)
const only = (typed: string) =>
  Effect.flatMap(check(typed), ({ requests: [request] }) =>
    request === undefined ? Effect.dieMessage("no request in it") : Effect.succeed(request)
  )
const bySeat = (signers: ReadonlyArray<{ readonly id: string; readonly state: string }>) =>
  signers.map(({ id, state }) => `${id} ${state}`)

const opensFor = ({ publicKey }: Signer) => {
  const { id, resource } = badgeOfKey(publicKey, 2)
  return `Enum<2u8>(Enum<0u8>(Enum<0u8>(Enum<0u8>(NonFungibleGlobalId("${resource}:${id}")))))`
}

/** The owner keys that an account lists. */
const names = (account: string, ...keys: ReadonlyArray<Signer>) => {
  const hashes = keys.map(({ publicKey }) => `Enum<1u8>(Bytes("${bytesToHex(publicKeyHash(publicKey.bytes))}"))`)
  return `SET_METADATA Address("${account}") "owner_keys" Enum<${metadataVariant("PublicKeyHash", true)}u8>(Array<Enum>(${hashes.join(", ")}));`
}

/** An account whose keys can be replaced, with Bea's badge in it. */
const replaceable = (community: Community) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const payload = payloadOf(`CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
CREATE_ACCOUNT_ADVANCED Enum<2u8>(${opensFor(bea)}) None;`)
    yield* ledger.submit(payload)
    const { transaction } = yield* ledger.committedDetails(yield* intentHashOf(payload))
    const account = transaction.created[0]?.address ?? assert.fail("no account was made")
    const badge = `Address("${community.ownerBadge}")`
    yield* submit(
      `${names(account, bea)}
CALL_METHOD Address("${accountOf(bea)}") "withdraw_non_fungibles" ${badge} Array<NonFungibleLocalId>(NonFungibleLocalId("#2#"));
CALL_METHOD Address("${account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
      bea
    )
    return account
  })

/** Deletes everything that this site stored. */
const forgetRows = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([sql`DELETE FROM approval_answers`, sql`DELETE FROM approval_requests`, sql`DELETE FROM signer_rules`])
)

const changeRule = (community: Community) =>
  Effect.gen(function* () {
    yield* giveBadge(community, dan, "#4#")
    const rule = { ids: ["#1#", "#4#"], needed: 2, reason: "Two left" }
    const change = yield* (yield* Proposing).rule(as(community, ada), rule)
    return yield* approvedBy(community, change.id, ada, bea)
  })

const waits = Effect.gen(function* () {
  const community = yield* signing()
  return { community, act: yield* propose(community) }
})

describeOnBothDatabases("the check of a request, from its transaction alone", (database) => {
  const Live = world(database)

  it.effect("names what was paid, its signers, and that they were enough under the rule of that time", () =>
    Effect.gen(function* () {
      const { act: approval, community } = yield* waits
      const txId = (yield* approvedBy(community, approval.id, bea, cas)).act.txId ?? ""
      // The rule changes afterwards, and this site loses all its data.
      yield* changeRule(community)
      yield* forgetRows
      const found = yield* check(`https://stokenet-dashboard.radixdlt.com/transaction/${txId}/summary`)
      assert.deepInclude(found, { transaction: txId, status: "CommittedSuccess", instead: null, known: null })
      const [request] = found.requests
      assert.deepInclude(request ?? {}, {
        hash: approval.request?.hash,
        treasury: community.treasuryAccount,
        badge: community.ownerBadge,
        rule: { ids: ["#1#", "#2#", "#3#"], needed: 2 },
        isEnough: true,
        others: 0,
        message: approval.request?.message,
        verdict: "2 of the 2 required signers signed this request; the rule then was 2 of 3."
      })
      assert.deepStrictEqual(bySeat(request?.signers ?? []), ["#2# signed", "#3# signed"])
      assert.strictEqual(request?.signers[0]?.key, `curve25519:${bytesToHex(bea.publicKey.bytes)}`)
      const does = request?.does ?? []
      assert.include(does, `Withdraws 420 XRD from account …${community.treasuryAccount?.slice(-8)}.`)
      assert.match(does.join("\n"), new RegExp(`Pays 420 XRD to account …${accountOf(eve).slice(-8)};`))
      assert.match(
        does.join("\n"),
        /Locks “request:\w+” on account …\w+, so that of all requests with this idempotency key/
      )
      assert.lengthOf(does, 6)
      const moved = found.moved.map(({ account, change }) => `${account} ${change}`)
      assert.includeMembers(moved, [`${community.treasuryAccount} -420`, `${accountOf(eve)} 420`])
      // Also by its own hash.
      assert.strictEqual((yield* check(approval.request?.hash ?? "")).transaction, txId)
    }).pipe(Effect.provide(Live))
  )

  it.effect("counts one of two signatures, and reports the failure of the ledger", () =>
    Effect.gen(function* () {
      const { act: request } = yield* waits
      const txId = yield* submitElsewhere(request, bea)
      const found = yield* check(txId)
      assert.strictEqual(found.status, "CommittedFailure")
      assert.strictEqual(
        found.requests[0]?.verdict,
        "1 of the 2 required signers signed this request; the rule then was 2 of 3. The transaction failed on the ledger, so nothing of it happened."
      )
      assert.deepStrictEqual(bySeat(found.requests[0]?.signers ?? []), ["#2# signed", "#3# missing"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("does not count the signature or the root of a stranger", () =>
    Effect.gen(function* () {
      const { act: approval, community } = yield* waits
      const request = yield* only(yield* submitElsewhere(approval, bea, cas, eve))
      assert.deepInclude(request, { others: 1, isEnough: true })
      assert.deepStrictEqual(bySeat(request.signers), ["#2# signed", "#3# signed"])
      const failed = yield* only(yield* submitElsewhere(yield* propose(community), bea, eve))
      assert.deepInclude(failed, { others: 1, isEnough: false })
      assert.deepStrictEqual(bySeat(failed.signers), ["#2# signed", "#3# missing"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("counts the keys that the account had then: replaced afterwards, replaced before, or not listed", () =>
    Effect.gen(function* () {
      const later = signer(171)
      const community = yield* signing()
      const account = yield* replaceable(community)
      const request = yield* propose(community)
      assert.strictEqual(request.signers[0]?.account, account)
      const first = yield* submitElsewhere(request, bea, cas)
      yield* submit(`${names(account, later)}\nSET_OWNER_ROLE Address("${account}") ${opensFor(later)};`, bea)
      // The keys of that time, not the current ones.
      assert.deepStrictEqual(bySeat((yield* only(first)).signers), ["#2# signed", "#3# signed"])
      const next = yield* propose(community)
      const former = yield* only(yield* submitElsewhere(next, bea, cas))
      assert.deepStrictEqual(bySeat(former.signers), ["#2# missing", "#3# signed"])
      const second = yield* only(yield* submitElsewhere(next, later, cas))
      assert.deepInclude(second, { isEnough: true, others: 0 })
      assert.strictEqual(second.signers[0]?.key, `curve25519:${bytesToHex(later.publicKey.bytes)}`)
      yield* submit(names(account), later)
      const secured = yield* only(yield* submitElsewhere(yield* propose(community), later, cas))
      assert.deepStrictEqual(bySeat(secured.signers), ["#2# unknown", "#3# signed"])
      assert.isFalse(secured.isEnough)
      assert.match(
        secured.verdict,
        /^1 of the 2 required signers signed .* by a key that is known; of 1 the key is unknown/
      )
      assert.match(secured.signers[0]?.note ?? "", /names no key/)
    }).pipe(Effect.provide(Live))
  )

  it.effect("judges a change of the rule by the rule before it", () =>
    Effect.gen(function* () {
      const { community } = yield* waits
      const change = yield* changeRule(community)
      const request = yield* only(change.act.txId ?? "")
      assert.deepInclude(request, { rule: { ids: ["#1#", "#2#", "#3#"], needed: 2 }, isEnough: true })
      assert.match(request.does.join("\n"), /SET_OWNER_ROLE/)
    }).pipe(Effect.provide(Live))
  )

  it.effect("describes a transaction that contains no multisig request", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const payload = faucetPayload()
      yield* ledger.submit(payload)
      const plain = yield* check(yield* intentHashOf(payload))
      assert.deepStrictEqual(plain.requests, [])
      assert.match(plain.instead ?? "", /^This transaction has no request in it/)
      const part = signedPartial(
        `CALL_METHOD Address("${accountOf(ada)}") "create_proof_of_amount" Address("resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc") Decimal("0");\nDROP_ALL_PROOFS;\nYIELD_TO_PARENT;`,
        [ada]
      )
      const hash = writeHash("subtxid", subintentHash(part.partial.root), 2)
      const foreign = yield* check(yield* submitPart(part, hash))
      assert.match(foreign.instead ?? "", /none of them is a request to several signers/)
    }).pipe(Effect.provide(Live))
  )

  it.effect("reports an unknown or undecided transaction as such, and a silent gateway as a 503", () =>
    Effect.gen(function* () {
      const unknown = writeHash("txid", new Uint8Array(32).fill(3), 2)
      assert.match(yield* refusal(unknown), /^The ledger does not know this transaction\./)
      assert.match(yield* refusal(writeHash("subtxid", new Uint8Array(32).fill(3), 2)), /has not executed this request/)
      const faults = yield* Faults
      const { act: request } = yield* waits
      yield* faults.change({ nextTransaction: "Pending" })
      const pending = yield* submitElsewhere(request, bea, cas)
      assert.match(yield* refusal(pending), /^The ledger has not decided this transaction yet/)
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual((yield* check(pending)).status, "CommittedSuccess")
      const rejected = yield* submitElsewhere(request, bea, cas)
      assert.match(yield* refusal(rejected), /^The ledger permanently rejected this transaction/)
      yield* faults.change({ gateway: "down" })
      const away = yield* inTime(Effect.flip(check(unknown)))
      assert.deepInclude(away, { _tag: "GatewayDown", status: 503, retryAfter: 60 })
    }).pipe(Effect.provide(Live))
  )
})

describe("the typed transaction", () => {
  const txId = writeHash("txid", new Uint8Array(32).fill(7), 2)
  const other = writeHash("txid", new Uint8Array(32).fill(8), 2)

  it.each([
    ["", NOTHING],
    [" ", NOTHING],
    ["hello", NO_TRANSACTION],
    [accountOf(ada), NO_TRANSACTION],
    ["txid_tdx_2_1", NO_TRANSACTION],
    [`${txId} ${other}`, SEVERAL],
    [txId.slice(0, -1), WRONG_HASH],
    [`${txId}q`, WRONG_HASH],
    [writeHash("txid", new Uint8Array(32).fill(7), 1), OTHER_NETWORK],
    [writeHash("signedintent", new Uint8Array(32).fill(7), 2), OTHER_HASH],
    [writeHash("notarizedtransaction", new Uint8Array(32).fill(7), 2), OTHER_HASH]
  ])("“%s” is refused with an explanation", (typed, problem) => {
    assert.deepStrictEqual(askedTransaction(typed), { problem })
  })

  it("is found in a link, between spaces, given twice, and in capitals", () => {
    const asked = { kind: "txid" as const, hash: txId }
    for (const typed of [` ${txId}\n`, `https://x.example/transaction/${txId}/summary?a=1#b`, `${txId} ${txId}`]) {
      assert.deepStrictEqual(askedTransaction(typed), asked)
    }
    assert.deepStrictEqual(askedTransaction(txId.toUpperCase()), asked)
  })

  it("never throws, on any input", () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (typed) => void askedTransaction(`txid_${typed}`)))
  })
})

describe("the bytes of a transaction", () => {
  const part = signedPartial("YIELD_TO_PARENT;", [bea])
  const whole = signedV2(
    `USE_CHILD NamedIntent("request") Intent("${writeHash("subtxid", subintentHash(part.partial.root), 2)}");\nYIELD_TO_CHILD NamedIntent("request");`,
    [part]
  )
  const hexOf = (body: typeof whole) => bytesToHex(encodeTransaction({ kind: "notarizedV2", body }))

  it("are trusted with valid signatures, and not with another key's", () => {
    const read = signedPartsIn(hexOf(whole))
    assert.deepInclude(read, { _tag: "Right" })
    const [signature] = whole.signedIntent.subintentSignatures[0] ?? []
    const forged =
      signature?.curve === "curve25519" ? { ...signature, publicKey: cas.publicKey.bytes } : assert.fail("no signature")
    const forgedWhole = { ...whole, signedIntent: { ...whole.signedIntent, subintentSignatures: [[forged]] } }
    assert.deepInclude(signedPartsIn(hexOf(forgedWhole)), { left: FALSE_SIGNATURE })
    for (const odd of ["", "zz", "4d", "4d22"]) assert.deepInclude(signedPartsIn(odd), { _tag: "Left" })
  })
})
