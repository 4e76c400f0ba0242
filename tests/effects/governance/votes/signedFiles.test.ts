import { assert, describe, it } from "@effect/vitest"
import { announcementStatement, proposalStatement, statementDigest } from "~/effects/base/text/statement"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import {
  RECEIPT_SCHEMA,
  type ReceiptFile,
  STATEMENT_SCHEMA,
  type StatementFile,
  writeSigned
} from "~/effects/governance/votes/file/checkStatement"
import { OTHER_LAYOUT } from "~/effects/governance/votes/file/layout"
import { ANOTHER_SITE, NOT_A_RESULT_PAGE, readResultAddress } from "~/effects/governance/votes/pages/resultPage"
import { CLOSES, chainOf, hexOf, labelled, OPENS, proposalOf, sign, testSite, testVoter } from "./world"

const ada = testVoter("ada")
const statement = announcementStatement({
  networkId: 2,
  community: "nightfilmabc",
  id: "noticeabcdef",
  issuer: ada.account,
  title: "The projector is back",
  body: "From **Monday** on we show films again.",
  publishAt: new Date(OPENS).toISOString(),
  nonce: hexOf("nonce", 32)
})
const digest = statementDigest(statement)
const announced: StatementFile = {
  schema: STATEMENT_SCHEMA,
  ...testSite,
  statement,
  digest,
  proof: sign(ada.key, digest)
}

describe("a signed announcement as a file", () => {
  it("verifies, and names its signer", async () => {
    const report = await checkFile(writeSigned(announced))
    assert.strictEqual(report.verdict, `This announcement was signed by ${ada.account}, exactly as it is here.`)
    assert.deepStrictEqual(
      report.steps.map(({ state }) => state),
      ["ok", "ok", "ok", "ok"]
    )
  })
  it("fails for every changed word, signature or site", async () => {
    const wrong: ReadonlyArray<StatementFile> = [
      { ...announced, statement: { ...statement, body: "From Tuesday on." } },
      { ...announced, statement: { ...statement, issuer: testVoter("ben").account } },
      { ...announced, digest: hexOf("other", 64) },
      { ...announced, origin: "https://evil.example" },
      { ...announced, proof: sign(testVoter("ben").key, hexOf("other", 64)) }
    ]
    for (const file of wrong) assert.isFalse((await checkFile(writeSigned(file))).holds)
  })
  it("counts separately a key that the address does not derive from", async () => {
    const report = await checkFile(writeSigned({ ...announced, proof: sign(testVoter("ben").key, digest) }))
    assert.strictEqual(report.steps[3]?.state, "warn")
  })
})

describe("a signed proposal as a file", () => {
  const proposed = proposalStatement({
    ...statement,
    choices: labelled("Lake", "Hall"),
    rules: {
      voteType: "single",
      maxSelections: null,
      seats: null,
      reviewHours: 0,
      opensAt: new Date(OPENS).toISOString(),
      closesAt: new Date(CLOSES).toISOString(),
      quorumPct: 40,
      thresholdPct: 66.67,
      weightMode: "member",
      resultsVisibility: "afterClose"
    },
    actionHash: null
  })
  const own = statementDigest(proposed)
  const signed: StatementFile = {
    schema: STATEMENT_SCHEMA,
    ...testSite,
    statement: proposed,
    digest: own,
    proof: sign(ada.key, own)
  }
  it("verifies, and a changed rule or choice is found", async () => {
    const report = await checkFile(writeSigned(signed))
    assert.strictEqual(report.verdict, `This proposal was signed by ${ada.account}, exactly as it is here.`)
    const thirds = { ...proposed, rules: { ...proposed.rules, thresholdPct: "2/3" } }
    const digest = statementDigest(thirds)
    const newer = { ...signed, statement: thirds, digest, proof: sign(ada.key, digest) }
    assert.isTrue((await checkFile(writeSigned(newer))).holds)
    const wrong = [
      { ...proposed, rules: { ...proposed.rules, quorumPct: 4 } },
      { ...proposed, choices: labelled("Lake", "Roof") },
      { ...proposed, actionHash: hexOf("action", 64) }
    ]
    for (const changed of wrong) assert.isFalse((await checkFile(writeSigned({ ...signed, statement: changed }))).holds)
  })
})

describe("a receipt as a file", () => {
  const [entry] = chainOf(proposalOf({ voters: [ada] }), [{ voter: ada, choice: "yes", reason: "Because." }])
  if (entry === undefined) throw new Error("a chain of one ballot")
  const receipt: ReceiptFile = { schema: RECEIPT_SCHEMA, ...testSite, ...entry }
  it("verifies, and names where to look", async () => {
    const report = await checkFile(writeSigned(receipt))
    assert.isTrue(report.holds)
    assert.strictEqual(report.verdict, "This receipt is complete in itself, and not confirmed: ballot 1 of its vote.")
    assert.include(report.detail, testSite.origin)
    assert.strictEqual(report.confirmation, "open")
  })
  it("may have another layout, but no unknown member", async () => {
    for (const file of [receipt, announced]) {
      const laidOut = [JSON.stringify(file, null, 2), writeSigned(file).replace("\n", "\r\n"), JSON.stringify(file)]
      for (const other of laidOut) {
        const report = await checkFile(other)
        assert.isTrue(report.holds, report.detail)
        assert.include(report.detail, OTHER_LAYOUT)
      }
      const more = await checkFile(JSON.stringify({ ...file, reason: "Because." }))
      assert.deepStrictEqual([more.holds, more.detail], [false, "The member “reason” does not belong there."])
    }
  })
  it("fails if ballot or place was changed", async () => {
    for (const wrong of [
      { ...receipt, ballot: { ...receipt.ballot, choice: "no" } },
      { ...receipt, prevHash: hexOf("before", 64) },
      { ...receipt, entryHash: hexOf("after", 64) }
    ]) {
      assert.isFalse((await checkFile(writeSigned(wrong))).holds)
    }
  })
})

describe("the address of a result page", () => {
  const origin = "https://commonhold.example"
  it("leads to the ballot file, in whatever form it was pasted", () => {
    const file = "/explore/night-film/proposals/18/ballots.json"
    for (const typed of [
      `${origin}/explore/night-film/proposals/18?tab=results#sum`,
      "/explore/night-film/proposals/18/",
      ` ${origin}${file} `
    ]) {
      assert.deepStrictEqual(readResultAddress(typed, origin), { slug: "night-film", number: 18, file })
    }
  })
  it("is refused unless it is of this site and of a proposal", () => {
    for (const typed of [
      "",
      "hello",
      "javascript:alert(1)",
      "/explore/night-film",
      "/explore/night-film/proposals/0",
      "/explore/../proposals/1"
    ]) {
      assert.deepStrictEqual(readResultAddress(typed, origin), { problem: NOT_A_RESULT_PAGE }, typed)
    }
    assert.deepStrictEqual(readResultAddress("https://evil.example/explore/night-film/proposals/1", origin), {
      problem: ANOTHER_SITE
    })
    assert.deepStrictEqual(readResultAddress("//evil.example/explore/night-film/proposals/1", origin), {
      problem: ANOTHER_SITE
    })
  })
})
