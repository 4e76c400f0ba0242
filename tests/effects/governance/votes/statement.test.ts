import { assert, describe, it } from "@effect/vitest"
import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { FastCheck } from "effect"
import { canonical, isWholeText } from "~/effects/base/text/canonical"
import { hashOf } from "~/effects/base/text/digest"
import { announcementStatement, proposalStatement, statementDigest } from "~/effects/base/text/statement"

const fields = {
  networkId: 2,
  community: "abcdefgh2345",
  id: "zzzzzzzz7777",
  issuer: "account_tdx_2_12xdm5g7xdhh73zkh7xkty0dsxw4rw0jl0sq4lr3erpc3xdn54zx0le",
  title: "Opening hours",
  body: "From **Monday** the gate opens at eight.\n",
  publishAt: "2026-11-20T14:00:00.000Z",
  nonce: "000102030405060708090a0b0c0d0e0f"
}
const rules = {
  voteType: "basic",
  maxSelections: null,
  seats: null,
  reviewHours: 24,
  opensAt: "2026-11-21T14:00:00.000Z",
  closesAt: "2026-11-26T14:00:00.000Z",
  quorumPct: 10,
  thresholdPct: 66.67,
  weightMode: "member",
  resultsVisibility: "always"
}
const proposal = { ...fields, choices: [{ key: "yes", label: "Yes", note: "" }], rules, actionHash: null }

describe("canonical form (RFC 8785)", () => {
  it("writes the standard's own example of numbers, strings and literals", () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'
    )
    assert.strictEqual(
      canonical(value),
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
  })

  it("sorts keys by UTF-16 code units, as the standard's example does", () => {
    const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 }
    assert.deepStrictEqual(Object.values(JSON.parse(canonical(value))).length, 7)
    assert.strictEqual(canonical(value), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
  })

  it.prop("reads back as the same value, whatever the order of its keys", [FastCheck.jsonValue()], ([value]) => {
    // As a reader of a file would have it: -0 is 0 there.
    const read = JSON.parse(JSON.stringify(value))
    const turned = (one: unknown): unknown =>
      Array.isArray(one)
        ? one.map(turned)
        : one !== null && typeof one === "object"
          ? Object.fromEntries(
              Object.entries(one)
                .reverse()
                .map(([key, member]) => [key, turned(member)])
            )
          : one
    const written = canonical(read)
    assert.deepStrictEqual(JSON.parse(written), read)
    assert.strictEqual(canonical(JSON.parse(JSON.stringify(turned(read)))), written)
  })

  it("refuses values without a canonical form", () => {
    assert.isFalse(isWholeText("\ud800"))
    assert.isFalse(isWholeText("a\udc00b"))
    assert.isTrue(isWholeText("a\ud83d\ude00b"))
    assert.throws(() => canonical({ a: "\ud800" }))
    assert.throws(() => canonical([Number.NaN]))
    assert.throws(() => canonical([Number.POSITIVE_INFINITY]))
  })
})

describe("statements", () => {
  it("hash exactly the fields of docs/product/votes.md, in their canonical order", () => {
    const written =
      '{"body":"From **Monday** the gate opens at eight.\\n","community":"abcdefgh2345","id":"zzzzzzzz7777",' +
      '"issuer":"account_tdx_2_12xdm5g7xdhh73zkh7xkty0dsxw4rw0jl0sq4lr3erpc3xdn54zx0le","kind":"announcement",' +
      '"networkId":2,"nonce":"000102030405060708090a0b0c0d0e0f","publishAt":"2026-11-20T14:00:00.000Z",' +
      '"title":"Opening hours","v":1}'
    const expected = bytesToHex(blake2b(utf8ToBytes(written), { dkLen: 32 }))
    assert.strictEqual(statementDigest(announcementStatement(fields)), expected)
  })

  it("leave out any other members of the object", () => {
    const wider = { ...fields, status: "draft", readCount: 4 }
    assert.strictEqual(statementDigest(announcementStatement(wider)), statementDigest(announcementStatement(fields)))
    const widerRules = { ...proposal, rules: { ...rules, secret: 1 }, tally: null }
    assert.strictEqual(statementDigest(proposalStatement(widerRules)), statementDigest(proposalStatement(proposal)))
  })

  it("have another hash for every changed field", () => {
    const first = statementDigest(proposalStatement(proposal))
    const changed = [
      ...Object.keys(fields).map((key) => ({ ...proposal, [key]: key === "networkId" ? 1 : "other" })),
      ...Object.keys(rules).map((key) => ({ ...proposal, rules: { ...rules, [key]: "other" } })),
      { ...proposal, choices: [{ key: "yes", label: "Yes", note: "x" }] },
      { ...proposal, actionHash: "00".repeat(32) }
    ].map((one) => statementDigest(proposalStatement(one as typeof proposal)))
    assert.strictEqual(new Set([first, ...changed]).size, changed.length + 1)
  })

  it("never mistake one kind for the other", () => {
    assert.notStrictEqual(
      statementDigest(announcementStatement(fields)),
      hashOf({ ...announcementStatement(fields), kind: "proposal" })
    )
  })
})
