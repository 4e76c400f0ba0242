/** Requests that two of three signers approve: what their signatures authorize, and how each attack ends. */
import { Either } from "effect"
import { assert, beforeEach, describe, it } from "vitest"
import { deriveAddress, mergeSigned, ONE, type PublicKey, signerOf, Templates } from "~/ledger/index"
import { failing, rejecting } from "../bench"
import { accountOf, STOKENET } from "../signing"
import { merged, Requests, signedBy } from "./requests"

describe("a request to two of three signers", () => {
  let bench = new Requests()
  beforeEach(() => {
    bench = new Requests()
  })
  const success = (outcome: { readonly status: string }) =>
    assert.strictEqual(outcome.status, "CommittedSuccess", "error" in outcome ? String(outcome.error) : "")

  it("executes with the merged signatures of both, exactly as signed and once", () => {
    const request = bench.request([1, 3], bench.paying())
    success(bench.happens(request, bench.founder, bench.third))
    assert.strictEqual(bench.paid(), "5")
    rejecting(bench.happens(request, bench.founder, bench.third), "committed before")
    for (const n of [1, 2, 3]) assert.deepStrictEqual(bench.held(n), [`#${n}#`])
    assert.strictEqual(bench.paid(), "5")
  })

  it("needs no site: it executes under a root that a stranger signs as well", () => {
    const request = bench.request([1, 3], bench.paying())
    success(bench.sent(request, merged(request, signedBy(request, bench.founder, bench.third)), [bench.ben]))
    assert.strictEqual(bench.paid(), "5")
  })

  it("is not authorized with a signature missing or replaced by another signer's", () => {
    const request = bench.request([1, 3], bench.paying())
    failing(bench.happens(request, bench.founder), "not authorized")
    failing(bench.happens(request, bench.founder, bench.ada), "not authorized")
    assert.strictEqual(bench.paid(), "0")
    // A failed attempt does not use it up.
    success(bench.happens(request, bench.third, bench.founder))
  })

  it("another request with the same idempotency key fails on the lock, so approving again pays once", () => {
    success(bench.happens(bench.request([1, 3], bench.paying()), bench.founder, bench.third))
    failing(bench.happens(bench.request([1, 2], bench.paying()), bench.founder, bench.ada), "is locked")
    assert.strictEqual(bench.paid(), "5")
  })

  it("authorizes nothing else: neither a changed amount nor a root that takes more", () => {
    const request = bench.request([1, 3], bench.paying())
    const signed = signedBy(request, bench.founder, bench.third)
    const changed = bench.request([1, 3], bench.paying(6n))
    rejecting(bench.sent(changed, { ...signed, partial: { root: changed, subintents: [] } }), "signature")
    const more = `${bench.rootOf(request)}
      CALL_METHOD Address("${bench.treasury}") "withdraw" Address("${bench.token}") Decimal("1");
      CALL_METHOD Address("${accountOf(bench.founder)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    failing(bench.sent(request, signed, [bench.relayer, bench.founder], more), "not authorized")
    assert.strictEqual(bench.paid(), "0")
  })

  it("signatures of two different requests are not merged, and are rejected", () => {
    const [one, other] = [bench.request([1, 3], bench.paying()), bench.request([1, 3], bench.paying(7n))]
    const parts = [signedBy(one, bench.founder), signedBy(other, bench.third)]
    assert.isTrue(Either.isLeft(mergeSigned(one, parts, () => true)))
    const mixed = parts.flatMap(({ signatures }) => signatures)
    rejecting(bench.sent(one, { ...signedBy(one), signatures: mixed }), "signature")
  })

  it("a key listed twice is rejected by the ledger, so merging takes each key once", () => {
    const request = bench.request([1, 3], bench.paying())
    const twice = [signedBy(request, bench.founder), signedBy(request, bench.founder, bench.third)]
    const list = twice.flatMap(({ signatures }) => signatures)
    rejecting(bench.sent(request, { ...signedBy(request), signatures: list }), "signed twice")
    assert.lengthOf(merged(request, ...twice).signatures, 2)
    success(bench.sent(request, merged(request, ...twice)))
  })

  it("only the expected keys are merged, and a stranger's extra signature does no harm", () => {
    const request = bench.request([1, 3], bench.paying())
    const signed = signedBy(request, bench.founder, bench.third, bench.ben)
    const isOwn = ({ bytes }: PublicKey) => `${bytes}` !== `${bench.ben.publicKey.bytes}`
    assert.lengthOf(Either.getOrThrow(mergeSigned(request, [signed], isOwn)).signatures, 2)
    success(bench.sent(request, merged(request, signed)))
  })

  it("executes only within its validity window, of thirty days at most, and on this network", () => {
    const at = (window: object) =>
      bench.happens(bench.request([1, 3], bench.paying(), window), bench.founder, bench.third)
    rejecting(at({ networkId: 1 }), "network")
    assert.strictEqual(at({ startEpoch: 50n, endEpoch: 60n }).status, "PermanentlyRejected")
    assert.strictEqual(at({ endEpoch: 8_641n }).status, "PermanentlyRejected")
    assert.strictEqual(at({ maxTimestamp: 900n }).status, "PermanentlyRejected")
    const [open, closed] = [
      bench.request([1, 3], bench.paying()),
      bench.request([1, 3], bench.paying(), { endEpoch: 4n })
    ]
    bench.now += 2 * 300
    assert.strictEqual(bench.happens(closed, bench.founder, bench.third).status, "PermanentlyRejected")
    success(bench.happens(open, bench.founder, bench.third))
    success(
      bench.happens(
        bench.request([1, 3], bench.paying(1n, "request:b"), { endEpoch: 8_640n }),
        bench.founder,
        bench.third
      )
    )
    assert.strictEqual(bench.paid(), "6")
  })

  it("can wait for weeks next to other requests, and each executes once", () => {
    const [one, other] = [
      bench.request([1, 3], bench.paying(5n, "request:a"), { endEpoch: 8_640n }),
      bench.request([2, 3], bench.paying(2n, "request:b"), { endEpoch: 8_640n })
    ]
    const first = signedBy(one, bench.founder)
    const second = signedBy(other, bench.third)
    bench.now += 20 * 86_400
    success(bench.sent(other, merged(other, second, signedBy(other, bench.ada))))
    success(bench.sent(one, merged(one, first, signedBy(one, bench.third))))
    assert.strictEqual(bench.paid(), "7")
  })

  it("the signature of a replaced signer opens nothing until the former rule returns", () => {
    const request = bench.request([1, 3], bench.paying())
    const change = bench.request([1, 2], bench.becomes(["#1#", "#2#"], "request:rule"))
    success(bench.happens(change, bench.founder, bench.ada))
    failing(bench.happens(request, bench.founder, bench.third), "not authorized")
    const back = bench.request([1, 2], bench.becomes(["#1#", "#2#", "#3#"], "request:back"))
    success(bench.happens(back, bench.founder, bench.ada))
    success(bench.happens(request, bench.founder, bench.third))
  })

  it("a rule change executes once, and needs the current signers", () => {
    const change = () => bench.request([1, 2], bench.becomes(["#1#", "#2#"], "request:rule"))
    failing(bench.happens(change(), bench.founder), "not authorized")
    success(bench.happens(change(), bench.founder, bench.ada))
    failing(bench.happens(change(), bench.founder, bench.ada), "is locked")
  })

  it("a badge that left the signer's account opens nothing", () => {
    bench.ok(
      `CALL_METHOD Address("${accountOf(bench.founder)}") "withdraw_non_fungibles" Address("${bench.admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"));
       CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
      bench.founder
    )
    failing(bench.happens(bench.request([1, 2], bench.paying()), bench.founder, bench.ada), "")
    assert.strictEqual(bench.paid(), "0")
  })

  it("moves nothing if the payee refuses deposits or the balance is too low, and can succeed later", () => {
    bench.ok(`CALL_METHOD Address("${accountOf(bench.ben)}") "set_default_deposit_rule" Enum<1u8>();`, bench.ben)
    const refused = bench.request([1, 3], bench.paying())
    failing(bench.happens(refused, bench.founder, bench.third), "")
    const large = bench.request([1, 3], bench.paying(2_000n, "request:large", bench.ada))
    failing(bench.happens(large, bench.founder, bench.third), "")
    bench.ok(`CALL_METHOD Address("${accountOf(bench.ben)}") "set_default_deposit_rule" Enum<0u8>();`, bench.ben)
    success(bench.happens(refused, bench.founder, bench.third))
    assert.strictEqual(bench.paid(), "5")
  })

  it("pays several people together, all or none", () => {
    const act = (last: bigint, idempotencyKey: string) =>
      Templates.paymentsRequest({
        treasury: bench.treasury,
        payments: [
          { resource: bench.token, amount: 5n * ONE, payee: accountOf(bench.ben) },
          { resource: bench.token, amount: 6n * ONE, payee: accountOf(bench.ada) },
          { resource: bench.token, amount: last * ONE, payee: accountOf(bench.ben) }
        ],
        idempotencyKey,
        digest: "00"
      })
    failing(bench.happens(bench.request([1, 3], act(5_000n, "request:a")), bench.founder, bench.third), "")
    assert.strictEqual(bench.paid(), "0")
    success(bench.happens(bench.request([1, 3], act(7n, "request:b")), bench.founder, bench.third))
    assert.strictEqual(bench.paid(), "12")
    assert.strictEqual(bench.balance(accountOf(bench.ada), bench.token), "6")
  })

  it("ends the rule, after which one badge opens the treasury as deployed; one signer cannot end it", () => {
    const act = Templates.releaseRequest({
      treasury: bench.treasury,
      badge: bench.admin.badge,
      idempotencyKey: "request:end",
      digest: "00"
    })
    failing(bench.happens(bench.request([1, 2], act), bench.founder), "not authorized")
    success(bench.happens(bench.request([1, 2], act), bench.founder, bench.ada))
    const alone = { payee: accountOf(bench.ben), resource: bench.token, amount: 5n * ONE }
    const once = { proposalId: "p9", proposalHash: "00" }
    bench.done(
      Templates.executePayment({ ...alone, ...once, admin: bench.side(3), treasury: bench.treasury }),
      bench.third
    )
    assert.strictEqual(bench.paid(), "5")
  })

  it("accepts signatures of both curves", () => {
    const secp = signerOf("secp256k1", new Uint8Array(32).fill(61))
    const account = deriveAddress("account", "secp256k1", secp.publicKey.bytes, STOKENET)
    const more = { id: "#4#", name: "Signer 4", role: "signer", iconUrl: "https://commons.example/icon.png" }
    bench.done(Templates.addAdmin({ admin: bench.admin, account, ...more }), bench.founder)
    success(bench.happens(bench.request([1, 2], bench.becomes(["#1#", "#4#"], "request:r")), bench.founder, bench.ada))
    const request = bench.requestBy([bench.side(1), { ...bench.admin, account, id: "#4#" }], bench.paying())
    const twice = [signedBy(request, secp), signedBy(request, bench.founder, secp)]
    assert.lengthOf(merged(request, ...twice).signatures, 2)
    success(bench.sent(request, merged(request, ...twice)))
    assert.strictEqual(bench.paid(), "5")
  })
})
