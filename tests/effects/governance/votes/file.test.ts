import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { seal } from "~/effects/governance/votes/ballot/Ballot"
import { type BallotFile, writeBallotCsv } from "~/effects/governance/votes/file/BallotFile"
import { checkBlob, checkFile } from "~/effects/governance/votes/file/checkFile"
import { OTHER_LAYOUT } from "~/effects/governance/votes/file/layout"
import { MAX_FILE_BYTES } from "~/effects/governance/votes/file/limits"
import type { Report } from "~/effects/governance/votes/file/Report"
import { proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import { timeChoices } from "~/effects/governance/votes/proposal/pollTimes"
import { fixedChoices } from "~/effects/governance/votes/proposal/voteTypes"
import { check } from "../../../../scripts/verify.mjs"
import { runs } from "../../../sets"
import { SAMPLE_FILE, sampleFile } from "./sample"
import { leavesOf, withChange } from "./tampering"
import { chainOf, fileOf, labelled, proposalOf, someTimes, testVoter, textOf } from "./world"

const voters = [
  testVoter("ada"),
  testVoter("ben", "1", "secp256k1"),
  testVoter("cem"),
  testVoter("dua"),
  testVoter("eli")
]
const [ada, ben, cem, dua] = voters as [(typeof voters)[0], (typeof voters)[0], (typeof voters)[0], (typeof voters)[0]]
const vote = { voters, quorumPct: 40 }
const casts = [
  { voter: ada, choice: "yes" },
  { voter: ben, choice: "no", reason: "Too early, “perhaps”." },
  { voter: cem, choice: "no" },
  { voter: ben, choice: "yes", reason: "Convinced 🙂" },
  { voter: dua, choice: "abstain" }
]
const file = fileOf(vote, casts)
const text = textOf(file)
const places = ({ findings }: Report) => findings.map(({ where }) => where)
const rows = ({ findings }: Report) => [...new Set(findings.flatMap(({ row }) => (row === null ? [] : [row])))]

describe("a ballot file", () => {
  it("verifies step by step, with the result in words", async () => {
    const report = await checkFile(text)
    assert.strictEqual(report.verdict, "All 5 ballots check out. The result is Yes.")
    assert.deepStrictEqual(
      report.steps.map(({ figure, name, state }) => [name, state, figure]),
      [
        ["The file has the right form", "ok", "ballots/1"],
        ["Every hash matches its ballot", "ok", "5 of 5"],
        ["Every signature is valid", "ok", "5 of 5"],
        ["Each key belongs to its account", "ok", "5 of 5"],
        [
          "The chain is in order, and its head matches",
          "ok",
          `${file.headHash.slice(0, 4)}…${file.headHash.slice(-4)}`
        ],
        ["Weights match the snapshot", "ok", "all 5"],
        ["The count gives the stated result", "ok", ""]
      ]
    )
    assert.strictEqual(
      report.steps[6]?.detail,
      "4 of 5 eligible members voted: 80.0%. Quorum of 40% is met. Yes 2, No 1, Abstain 1. Yes is 2 of 3 counted votes = 66.6%; more than 50% was needed. Passed."
    )
    assert.deepStrictEqual([...report.marks], [0, 1, 1, 0, 2])
  })

  it("names a fraction as threshold in its version, and is unchanged with a percentage", async () => {
    assert.deepStrictEqual([file.schema, file.proposal.v], ["ballots/1", 1])
    const thirds = fileOf({ ...vote, thresholdPct: "2/3" }, casts)
    assert.deepStrictEqual([thirds.schema, thirds.proposal.v], ["ballots/2", 2])
    const report = await checkFile(textOf(thirds))
    assert.strictEqual(report.verdict, "All 5 ballots check out. The result is Yes.")
    assert.include(report.steps[6]?.detail, "Yes is 2 of 3 counted votes = 2/3; at least 2/3 was needed. Passed.")
    const older: BallotFile = { ...thirds, schema: "ballots/1" }
    const newer: BallotFile = { ...file, schema: "ballots/2" }
    for (const wrong of [older, newer]) assert.deepStrictEqual(places(await checkFile(textOf(wrong))), ["schema"])
    const other = { ...thirds, proposal: { ...thirds.proposal, v: 1 as const } }
    assert.isNotEmpty(places(await checkFile(textOf(other))))
    const unknown = textOf(thirds).replace('"thresholdPct":"2/3"', '"thresholdPct":"5/7"')
    assert.deepStrictEqual(places(await checkFile(unknown)), ["proposal"])
  })

  it("counts separately the keys that no address derives from", async () => {
    const elsewhere = testVoter("fay", "1", "curve25519", testVoter("somebody else").account)
    const mixed = fileOf({ voters: [ada, elsewhere] }, [
      { voter: ada, choice: "yes" },
      { voter: elsewhere, choice: "yes" }
    ])
    const report = await checkFile(textOf(mixed))
    assert.isTrue(report.holds)
    assert.deepInclude(report.steps[3], {
      state: "warn",
      figure: "1 of 2",
      detail: "1 unless the account had replaced its keys; 1 not checked."
    })
    assert.include(report.detail, "One key could not be matched to its account without the network.")
  })

  it("is valid while choices are sealed: chain and signatures verify, and the count waits", async () => {
    const sealed = textOf({ ...file, ballots: file.ballots.map(seal), tally: null })
    const report = await checkFile(sealed)
    assert.strictEqual(report.verdict, "All 5 ballots check out. The result is shown after voting closes.")
    assert.strictEqual(report.steps[6]?.state, "skipped")
    for (const secret of ["choice", "nonce", "Convinced", ada.account.concat('","choice')]) {
      const ballots = sealed.slice(sealed.indexOf('"ballots":['))
      assert.notInclude(ballots, secret)
    }
  })

  it("of every type verifies", async () => {
    const choices = labelled("Lake", "Hall", "Yard")
    const cases = [
      { voteType: "single" as const, casts: ["lake", "lake", "hall"] },
      { voteType: "approval" as const, casts: [["lake", "hall"], ["hall"], ["yard"]] },
      { voteType: "ranked" as const, casts: [["lake"], ["hall", "lake"], ["yard", "hall"]] },
      { voteType: "score10" as const, casts: [10, 0, 7].map((lake) => ({ lake, hall: 5, yard: 0 })) },
      { voteType: "weighted" as const, casts: [{ lake: 60, hall: 40 }, { hall: 100 }, { yard: 1, lake: 99 }] },
      { voteType: "quadratic" as const, casts: [{ lake: 10 }, { hall: 7, lake: 5 }, { yard: 1 }] }
    ]
    for (const { casts, voteType } of cases) {
      const given = fileOf(
        { ...vote, voteType, choices },
        casts.map((choice, at) => ({ voter: voters[at] ?? ada, choice }))
      )
      assert.isTrue((await checkFile(textOf(given))).holds, voteType)
    }
  })

  it("of a poll for a date has the newest version, and names wrong answers, choices that are not times, and times out of order", async () => {
    const given = { ...vote, voteType: "dates" as const, choices: timeChoices(someTimes) }
    const right = fileOf(given, [
      { voter: ada, choice: { c1: 0, c2: 2, c3: 1 } },
      { voter: ben, choice: { c1: 2, c2: 0, c3: 0 } },
      { voter: ben, choice: { c1: 1, c2: 2, c3: 0 } }
    ])
    assert.deepStrictEqual([right.schema, right.proposal.v, right.tally?.winners], ["ballots/4", 4, ["c2"]])
    const report = await checkFile(textOf(right))
    assert.strictEqual(report.verdict, `All 3 ballots check out. The result is ${given.choices[1]?.label}.`)
    assert.deepStrictEqual(check(textOf(right)).problems, [])
    for (const choice of [{ c1: 3, c2: 0, c3: 0 }, { c1: 2 }, { c1: 2, c2: 0, c3: 0, c4: 0 }, ["c1"], "c1"]) {
      const wrong = textOf(fileOf(given, [{ voter: ada, choice }]))
      assert.isFalse((await checkFile(wrong)).holds)
      assert.include(check(wrong).problems.join(), "ballot 1: ")
    }
    const [one, two, three] = given.choices as [ProposalChoice, ProposalChoice, ProposalChoice]
    const day = { start: "2026-12-05", end: "2026-12-05" }
    const odd: ReadonlyArray<ReadonlyArray<ProposalChoice>> = [
      [two, one, three],
      [one, { ...one, key: "c2" }, three],
      [one, { ...two, end: "2026-12-04T18:00:00.000Z" }, three],
      [one, { ...two, ...day }, three],
      labelled("Lake", "Hall")
    ]
    for (const choices of odd) {
      const wrong = textOf(fileOf({ ...given, choices }, []))
      assert.isFalse((await checkFile(wrong)).holds)
      assert.isNotEmpty(check(wrong).problems)
    }
    // The name of a time is covered by every signature, so it must be the time.
    const named = textOf(fileOf({ ...given, choices: [one, { ...two, label: "Some day" }, three] }, []))
    assert.isFalse((await checkFile(named)).holds)
    const timed = textOf(fileOf({ ...vote, voteType: "single", choices: given.choices }, []))
    assert.isFalse((await checkFile(timed)).holds)
    const stated = { ...right, tally: right.tally && { ...right.tally, winners: ["c1"] } }
    assert.include(check(textOf(stated)).problems.join(), "the count gives another result")
  })

  it("of scores has the newest version, and names ballots without a score for each choice", async () => {
    const given = { ...vote, voteType: "score5" as const, choices: labelled("Lake", "Hall") }
    const right = fileOf(given, [{ voter: ada, choice: { lake: 5, hall: 0 } }])
    assert.deepStrictEqual([right.schema, right.proposal.v], ["ballots/4", 4])
    assert.isTrue((await checkFile(textOf(right))).holds)
    for (const choice of [{ lake: 6, hall: 0 }, { lake: 5 }, { lake: 5, hall: 0, ghost: 0 }, {}]) {
      const wrong = textOf(fileOf(given, [{ voter: ada, choice }]))
      assert.isFalse((await checkFile(wrong)).holds)
      assert.include(check(wrong).problems.join(), "ballot 1: ")
    }
  })

  it("of a consent names an objection without a reason, and is refused where results are not always shown", async () => {
    const given = { ...vote, voteType: "consent" as const, choices: fixedChoices("consent") ?? [], thresholdPct: 100 }
    const right = fileOf(given, [
      { voter: ada, choice: "consent" },
      { voter: ben, choice: "object", reason: "There is no room for it." },
      { voter: ben, choice: "consent" }
    ])
    assert.deepStrictEqual([right.schema, right.tally?.outcome], ["ballots/4", "passed"])
    const report = await checkFile(textOf(right))
    assert.strictEqual(report.verdict, "All 3 ballots check out. The result is Consent.")
    assert.deepStrictEqual(check(textOf(right)).problems, [])
    const bare = textOf(fileOf(given, [{ voter: ben, choice: "object", reason: " " }]))
    assert.isFalse((await checkFile(bare)).holds)
    assert.include(check(bare).problems.join(), "ballot 1: it is an objection without a reason")
    const hidden = textOf(fileOf({ ...given, resultsVisibility: "afterClose" }, [{ voter: ada, choice: "consent" }]))
    assert.isFalse((await checkFile(hidden)).holds)
    assert.isNotEmpty(check(hidden).problems)
  })

  it("of quadratic points has the newer version, and names ballots that exceed the credits", async () => {
    const given = { ...vote, voteType: "quadratic" as const, choices: labelled("Lake", "Hall", "Yard") }
    const right = fileOf(given, [
      { voter: ada, choice: { lake: 6, hall: 8 } },
      { voter: ben, choice: { yard: 3, hall: 1 } }
    ])
    assert.deepStrictEqual([right.schema, right.proposal.v], ["ballots/2", 2])
    const report = await checkFile(textOf(right))
    assert.strictEqual(report.verdict, "All 2 ballots check out. The result is Hall.")
    assert.include(report.steps[6]?.detail, "Points: Hall 9, Lake 6, Yard 3. Passed: Hall.")
    for (const choice of [{ lake: 10, hall: 1 }, { lake: 11 }, { ghost: 1 }, {}]) {
      const wrong = fileOf(
        given,
        [right.ballots[0], right.ballots[1]].map((_, at) => ({
          voter: [ada, ben][at] ?? ada,
          choice: at === 1 ? choice : { lake: 1 }
        }))
      )
      assert.deepStrictEqual(rows(await checkFile(textOf(wrong))), [2], JSON.stringify(choice))
    }
    for (const choice of [{ lake: -1 }, { lake: 1.5 }]) {
      const text = textOf(right).replace('"choice":{"hall":1,"yard":3}', `"choice":${JSON.stringify(choice)}`)
      assert.deepStrictEqual(rows(await checkFile(text)), [2], JSON.stringify(choice))
    }
    const unequal = fileOf({ ...given, weightMode: "assigned" }, [])
    assert.deepStrictEqual(places(await checkFile(textOf(unequal))), ["proposal"])
  })

  it("without ballots says so", async () => {
    const report = await checkFile(textOf(fileOf(vote, [])))
    assert.strictEqual(report.verdict, "There are no ballots. The result is no quorum.")
  })
})

describe("tampering", () => {
  it("names the ballot of which any field was changed", async () => {
    const inBallots = leavesOf(file).filter(([list]) => list === "ballots")
    assert.isAbove(inBallots.length, 5 * 18)
    for (const path of inBallots) {
      const report = await checkFile(textOf(withChange(file, path)))
      assert.isFalse(report.holds, path.join("."))
      assert.include(rows(report), Number(path[1]) + 1, path.join("."))
    }
  })

  it("names any other changed field, or what depends on it", async () => {
    for (const path of leavesOf(file).filter(([list]) => list !== "ballots")) {
      const report = await checkFile(textOf(withChange(file, path)))
      assert.isFalse(report.holds, path.join("."))
      assert.isNotEmpty(report.findings, path.join("."))
    }
  })

  it("outside the ballots leaves the ballots valid, and is named", async () => {
    const report = await checkFile(textOf({ ...file, headHash: "00".repeat(32) }))
    assert.strictEqual(report.verdict, "All 5 ballots check out. The file does not: headHash.")
  })

  it("of any byte fails, and within a ballot's line names that ballot", async () => {
    const bytes = new TextEncoder().encode(text)
    const lines = text.split("\n")
    const first = lines.findIndex((line) => line.startsWith('"ballots":['))
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Uint8Array.from(bytes)
        damaged[at] = (damaged[at] ?? 0) ^ change
        const report = await checkBlob(new Blob([damaged]))
        // A line end changed to another kind of space affects the layout and nothing else.
        if (bytes[at] === 10 && [9, 13, 32].includes(damaged[at] ?? 0)) {
          assert.include(report.detail, OTHER_LAYOUT)
          return
        }
        assert.isFalse(report.holds)
        const line = bytes.subarray(0, at).filter((byte) => byte === 10).length
        const row = line - first
        const isInsideBallot = row >= 1 && row <= file.ballots.length && bytes[at] !== 10
        // A change that ends a line or the list at the start of a ballot shifts the count of lines after it.
        const movesLines = damaged[at] === 10 || bytes[at - 1] === 10
        if (movesLines) assert.isNotEmpty(report.findings)
        else if (isInsideBallot) assert.include(rows(report), row, `byte ${at}`)
      }),
      { numRuns: runs(300, 800) }
    )
  })

  it("of the comma after a ballot names the ballot", async () => {
    const damaged = text.split("\n").map((line) => (line.includes('"seq":2') ? line.replace(/,$/, "\t") : line))
    assert.deepStrictEqual(rows(await checkFile(damaged.join("\n"))), [2])
  })

  it("that breaks a line after the ballots names the member on it", async () => {
    for (const member of ["headHash", "tally"]) {
      const report = await checkFile(text.replace(`"${member}":`, `"${member}":?`))
      assert.deepStrictEqual([places(report), rows(report)], [[member], []])
    }
  })

  it("that removes, doubles or swaps ballots names the place", async () => {
    const [one, two, three, ...rest] = file.ballots
    if (one === undefined || two === undefined || three === undefined) return assert.fail("a file of five ballots")
    const report = (ballots: BallotFile["ballots"]) => checkFile(textOf({ ...file, ballots }))
    assert.include(rows(await report([one, three, ...rest])), 2)
    assert.include(rows(await report([one, one, two, three, ...rest])), 2)
    assert.include(rows(await report([two, one, three, ...rest])), 1)
    assert.include(places(await report(file.ballots.slice(0, -1))), "headHash")
  })

  it("that rebuilds the chain still fails, because nobody else can sign", async () => {
    const forged = chainOf(proposalOf(vote), [
      { voter: { ...ben, account: ada.account }, choice: "no" },
      ...casts.slice(1)
    ])
    const report = await checkFile(textOf({ ...file, ballots: forged, headHash: forged[4]?.entryHash ?? "" }))
    assert.include(report.steps[3]?.detail, "1 not checked")
    assert.isFalse(report.holds)
  })

  it("of the question after the vote fails every ballot", async () => {
    const proposal = { ...file.proposal, title: "Free popcorn for everybody" }
    const report = await checkFile(textOf({ ...file, proposal, proposalDigest: proposalDigest(proposal) }))
    assert.strictEqual(report.verdict, "5 of 5 ballots fail: numbers 1, 2, 3, 4 and 5.")
  })

  it("of the list of voters names the list", async () => {
    const without = file.voters.filter(({ account }) => account !== ada.account)
    const report = await checkFile(textOf({ ...file, voters: without }))
    assert.include(places(report), "voters")
    assert.include(rows(report), 1)
  })
})

describe("reading files", () => {
  it("refuses what is not a ballot file, with an explanation", async () => {
    assert.include((await checkFile("")).verdict, "not a ballot file")
    assert.include((await checkFile("[]")).verdict, "not a ballot file")
    assert.isFalse((await checkFile('{"schema":"ballots/2","ballots":[]}')).holds)
    // Only its size is read.
    const tooLarge = Object.defineProperty(new Blob(["x"]), "size", { value: MAX_FILE_BYTES + 1 })
    assert.strictEqual((await checkBlob(tooLarge)).verdict, "The file is larger than 1 GiB.")
  })

  it("names another layout of the same content, and checks it like ours", async () => {
    const reversed = (value: unknown): unknown =>
      typeof value !== "object" || value === null || Array.isArray(value)
        ? Array.isArray(value)
          ? value.map(reversed)
          : value
        : Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, inner]) => [name, reversed(inner)])
          )
    const ascii = text.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
    const laidOut = [
      JSON.stringify(JSON.parse(text), null, 2),
      JSON.stringify(JSON.parse(text), null, "\t"),
      JSON.stringify(JSON.parse(text)),
      JSON.stringify(reversed(JSON.parse(text))),
      text.replaceAll("\n", "\r\n"),
      text.trimEnd(),
      `\uFEFF${text}`,
      ascii
    ]
    for (const other of laidOut) {
      assert.notStrictEqual(other, text)
      const report = await checkFile(other)
      assert.strictEqual(report.verdict, "All 5 ballots check out. The result is Yes.", other.slice(0, 80))
      assert.include(report.detail, OTHER_LAYOUT)
      assert.deepInclude(report.steps[0], { state: "warn" })
      assert.include(report.steps[0]?.detail, OTHER_LAYOUT)
      // Errors in it are found as in ours.
      const wrong = await checkFile(other.replace("Too early", "Too late"))
      assert.deepStrictEqual([wrong.holds, rows(wrong)], [false, [2]])
    }
    assert.notInclude((await checkFile(text)).detail, OTHER_LAYOUT)
  })

  it("names unknown or duplicate members and numbers in another form, and refuses them", async () => {
    const first = '"seq":1'
    const cases = [
      [text.replace('"digest":"', `"digest":"${"0".repeat(64)}","digest":"`), "The member “digest” is there twice."],
      [text.replace('"reason":"",', '"reason":"",\n"reason":"",'), "The member “reason” is there twice."],
      [text.replace('"reason":"",', '"reason":"","re\\u0061son":"",'), "The member “reason” is there twice."],
      [text.replace(first, '"seq":1.0'), "A number is written as 1.0 instead of 1."],
      [text.replace(first, `"reason":"Because.",${first}`), "The member “reason” does not belong there."],
      [text.replace('"nonce":', '"note":"x","nonce":'), "The member “note” does not belong there."],
      [text.replace('"headHash"', '"comment":1,\n"headHash"'), "The member “comment” does not belong there."]
    ] as const
    for (const [given, words] of cases) {
      assert.notStrictEqual(given, text)
      for (const laidOut of [given, given.replaceAll("\n", "\r\n")]) {
        const report = await checkFile(laidOut)
        assert.isFalse(report.holds, words)
        assert.include(JSON.stringify([report.detail, report.findings]), words)
      }
    }
  })

  it("never throws, on any input", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((inside) => `{"ballots":[${inside}]}`)
        ),
        async (given) => {
          assert.isFalse((await checkFile(given)).holds)
        }
      ),
      { numRuns: 300 }
    )
  })
})

describe("the CSV", () => {
  const csv = [...writeBallotCsv(file.proposal, file.ballots)].join("")
  it("has a header and a line for each ballot, with labels", () => {
    const lines = csv.trimEnd().split("\r\n")
    assert.strictEqual(lines.length, 6)
    assert.match(lines[1] ?? "", /^1,account_tdx_2_\w+,Yes,1,,2026-11-12T18:23:00.000Z,,[0-9a-f]{64},/)
    assert.include(csv, "“perhaps”")
  })
  it("starts no formula in a spreadsheet, and quotes what needs it", () => {
    const risky = chainOf(proposalOf(vote), [{ voter: ada, choice: "yes", reason: '=1+1, "x"' }])
    assert.include([...writeBallotCsv(file.proposal, risky)].join(""), `"'=1+1, ""x"""`)
  })
  it("contains no choice of sealed ballots", () => {
    const sealed = [...writeBallotCsv(file.proposal, file.ballots.map(seal))].join("")
    assert.notInclude(sealed, "Yes")
    assert.notInclude(sealed, "Convinced")
  })
})

describe("the sample file", () => {
  const path = join(import.meta.dirname, "../../../..", SAMPLE_FILE)
  it("is the one in public, byte for byte, and verifies", async () => {
    const sample = sampleFile()
    if (process.env.WRITE_SAMPLE === "1") writeFileSync(path, sample)
    assert.isTrue(existsSync(path))
    assert.strictEqual(readFileSync(path, "utf8"), sample, "run: npm run verify:sample")
    const report = await checkFile(sample)
    assert.strictEqual(report.verdict, "All 19 ballots check out. The result is Yes.")
    assert.strictEqual(report.steps[3]?.figure, "17 of 19")
  })
})
