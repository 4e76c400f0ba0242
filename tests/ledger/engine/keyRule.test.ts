/** How the ledger applies a rule that counts the keys of signers instead of admin badges (docs/decisions/0110). */
import { Either } from "effect"
import { assert, beforeEach, describe, it } from "vitest"
import { badgeOfKey, parseManifest, renderManifest, type Signer, signerOf, Templates, Tree } from "~/ledger/index"
import { failing, rejecting } from "../bench"
import { STOKENET } from "../signing"
import { merged, Requests, signedBy } from "./requests"

const secp = signerOf("secp256k1", new Uint8Array(32).fill(61))

describe("a rule over two of three keys", () => {
  let bench = new Requests()
  const success = (outcome: { readonly status: string }) =>
    assert.strictEqual(outcome.status, "CommittedSuccess", "error" in outcome ? String(outcome.error) : "")

  const keyOf = ({ publicKey }: Signer) => {
    const { id, resource } = badgeOfKey(publicKey, STOKENET)
    return `${resource}:${id}`
  }
  const counting = (...badges: ReadonlyArray<string>) => {
    const items = badges.map((badge) => `Enum<0u8>(NonFungibleGlobalId("${badge}"))`).join(", ")
    return `SET_OWNER_ROLE Address("${bench.treasury}") Enum<2u8>(Enum<0u8>(Enum<2u8>(2u8, Array<Enum>(${items}))));`
  }
  /** Changes the badge rule that the treasury begins with, approved by two of its signers. */
  const becomes = (...badges: ReadonlyArray<string>) => {
    const proofs = [1, 2].map((n) => renderManifest(Tree.manifest(Templates.proofOfAdmin(bench.side(n)))))
    bench.ok(`${proofs.join("\n")}\n${counting(...badges)}`, bench.founder, bench.ada)
  }
  /** The same text for all signers: it names none and shows no badge. */
  const asked = (idempotencyKey = "request:a") => bench.request([], bench.paying(1n, idempotencyKey))

  beforeEach(() => {
    bench = new Requests()
    becomes(keyOf(bench.founder), keyOf(bench.ada), keyOf(secp))
  })

  it("one text works for each pair of the three signers, of both curves, and for all three", () => {
    const sets: ReadonlyArray<ReadonlyArray<Signer>> = [
      [bench.founder, bench.ada],
      [bench.ada, secp],
      [bench.founder, secp],
      [bench.founder, bench.ada, secp]
    ]
    for (const [index, signers] of sets.entries()) success(bench.happens(asked(`request:${index}`), ...signers))
    assert.strictEqual(bench.paid(), "4")
  })

  it("one signer alone does not pay, with a stranger or with the badge that counted before either", () => {
    failing(bench.happens(asked(), bench.ada), "not authorized")
    failing(bench.happens(asked(), bench.ada, bench.ben), "not authorized")
    const withBadges = bench.request([2, 3], bench.paying(1n))
    failing(bench.happens(withBadges, bench.ada, bench.third), "not authorized")
    assert.strictEqual(bench.paid(), "0")
  })

  it("one key given twice counts once: merged to one signature, and rejected when listed twice", () => {
    const request = asked()
    const both = [signedBy(request, bench.ada), signedBy(request, bench.ada)]
    failing(bench.sent(request, merged(request, ...both)), "not authorized")
    const signatures = both.flatMap((each) => each.signatures)
    rejecting(bench.sent(request, { ...signedBy(request), signatures }), "signed twice")
    assert.strictEqual(bench.paid(), "0")
  })

  it("a key that left the rule opens nothing, with earlier signatures either; its replacement does", () => {
    const waiting = asked("request:waiting")
    const before = signedBy(waiting, secp, bench.ada)
    const after = counting(keyOf(bench.founder), keyOf(bench.ada), keyOf(bench.third))
    const change = bench.request([], Either.getOrThrow(parseManifest(after)))
    success(bench.happens(change, bench.founder, bench.ada))
    failing(bench.sent(waiting, before), "not authorized")
    success(bench.sent(waiting, merged(waiting, before, signedBy(waiting, bench.third))))
    assert.strictEqual(bench.paid(), "1")
  })

  it("badges and keys must never be counted together: one person with both would pay alone", () => {
    bench = new Requests()
    becomes(keyOf(bench.founder), `${bench.admin.badge}:#1#`, `${bench.admin.badge}:#2#`)
    success(bench.happens(bench.request([1], bench.paying(1n)), bench.founder))
    assert.strictEqual(bench.paid(), "1")
  })
})
