/** A voter's receipt of a sealed ballot: what it proves, and that no content breaks a checker. */
import { assert, describe, it } from "@effect/vitest"
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { append, ballotDigest } from "~/effects/governance/votes/ballot/Ballot"
import { writeSealedReceipt } from "~/effects/governance/votes/ballot/receipt"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { RECEIPT_SCHEMA } from "~/effects/governance/votes/file/checkStatement"
import { proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import { drawn, NO_BEACON, OTHER_ACCOUNT, opensOf, sealContent } from "~/effects/governance/votes/sealed/SealedBody"
import { check } from "../../../../../scripts/verify.mjs"
import { ballotOf, OPENS, proposalOf, sign, testSite, testVoter } from "../world"
import { testChain } from "./beacon"

const ada = testVoter("ada")
const proposal = proposalOf({ voters: [ada] })
const beacon = { chain: testChain.chain, publicKey: testChain.publicKey, round: 77 }
const secret = drawn((length) => new Uint8Array(length).fill(length))

const sealedFor = (account: string) =>
  Either.getOrThrow(
    sealContent({ choice: "yes", reason: "the heron" }, { ...proposal, sealedBody: 2 }, beacon, secret, {
      account,
      proposalDigest: proposalDigest(proposal)
    })
  )
const {
  choice: _choice,
  reason: _reason,
  ...about
} = ballotOf(proposal, { voter: ada, choice: "yes" }, OPENS + 1, null)
const written = (changes: Partial<typeof beacon> = {}, opens = opensOf(secret), sealed = sealedFor(ada.account)) => {
  const ballot = { ...about, sealed }
  const entry = append({ seq: 0, head: about.proposalDigest }, ballot, "1", sign(ada.key, ballotDigest(ballot)))
  return writeSealedReceipt({ schema: RECEIPT_SCHEMA, ...testSite, ...entry }, { ...beacon, ...changes }, opens)
}

describe("a receipt of a sealed ballot", () => {
  it("proves what was sealed, by both checkers", async () => {
    const report = await checkFile(written())
    assert.isTrue(report.holds, JSON.stringify(report.findings))
    assert.include(report.steps.at(-1)?.detail, "“the heron”")
    const again = check(written())
    assert.deepStrictEqual(again.problems, [])
    assert.include(again.said, 'the choice "yes" and the reason “the heron”')
  })

  it("from before bodies named their account proves what was sealed, too", async () => {
    const bound = { account: ada.account, proposalDigest: about.proposalDigest }
    const old = written(
      {},
      opensOf(secret),
      Either.getOrThrow(sealContent({ choice: "yes", reason: "the heron" }, proposal, beacon, secret, bound))
    )
    assert.isTrue((await checkFile(old)).holds)
    assert.include(check(old).said, 'the choice "yes" and the reason “the heron”')
  })

  const wrong: Readonly<Record<string, string>> = {
    "whose beacon's key is no point": written({ publicKey: "00".repeat(96) }),
    "whose beacon's key is the point at infinity": written({
      publicKey: bytesToHex(bls12_381.G2.Point.ZERO.toBytes())
    }),
    "of another round": written({ round: 78 }),
    "whose sealed part was copied from another ballot": written(
      {},
      opensOf(secret),
      sealedFor(testVoter("ben").account)
    ),
    "with another key": written({}, opensOf(drawn((length) => new Uint8Array(length).fill(9))))
  }
  for (const [name, text] of Object.entries(wrong)) {
    it(`${name} is refused with an explanation, by both checkers`, async () => {
      const report = await checkFile(text)
      assert.isFalse(report.holds)
      assert.strictEqual(report.verdict, "This file does not check out.")
      assert.include(
        [NO_BEACON, OTHER_ACCOUNT, "The key stored with it is not the one that was sealed."],
        report.detail
      )
      assert.lengthOf(check(text).problems, 1)
    })
  }

  it("names what is missing if it is damaged, by the other checker too", () => {
    for (const text of [written().replace('"sigma"', '"sigmas"'), written().replace(/"opens":{[^}]*},/, "")]) {
      assert.notDeepEqual(check(text).problems, [])
    }
  })
})
