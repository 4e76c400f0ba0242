/** The stand-alone checker against the site's files: both must agree, and neither uses the other's code. */
import { execFileSync, spawnSync } from "node:child_process"
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { fractions } from "~/effects/access/exactThreshold"
import type { Threshold } from "~/effects/access/threshold"
import { seal } from "~/effects/governance/votes/ballot/Ballot"
import type { TieRule } from "~/effects/governance/votes/count/ties"
import type { BallotFile } from "~/effects/governance/votes/file/BallotFile"
import { OTHER_LAYOUT } from "~/effects/governance/votes/file/layout"
import { writeLine } from "~/effects/governance/votes/file/readStrictly"
import type { VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { fixedChoices, voteTypes } from "~/effects/governance/votes/proposal/voteTypes"
import { check } from "../../../../scripts/verify.mjs"
import { isShort, runs } from "../../../sets"
import { coupon, receipt } from "../../treasury/bonds/receiptSamples"
import { leavesOf, withChange } from "./tampering"
import { choicesFor, fileOf, labelled, type TestVoter, testSite, testVoter, textOf } from "./world"

const root = join(import.meta.dirname, "../../../..")
const script = join(root, "scripts/verify.mjs")
const voters = ["ada", "ben", "cem", "dua", "eli"].map((seed, at) =>
  testVoter(seed, ["1", "2.5", "1", "0.000000000000000001", "2"][at], at === 1 ? "secp256k1" : "curve25519")
)
const [ada = testVoter("ada"), ben = ada] = voters
const file = fileOf({ voters, weightMode: "assigned" }, [
  { voter: ada, choice: "yes" },
  { voter: ben, choice: "no", reason: "“quoted”\u2028and a line separator" },
  { voter: ben, choice: "yes" }
])
const text = textOf(file)
const byList: TieRule = { v: 2, beacon: null }

describe("scripts/verify.mjs", () => {
  it("is at most 1,030 lines, and imports nothing of the site's", () => {
    const source = readFileSync(script, "utf8")
    assert.isAtMost(source.trimEnd().split("\n").length, 1_030)
    const imports = [...source.matchAll(/(?:from |import\()"([^"]+)"/g)].map(([, name = ""]) => name)
    assert.isNotEmpty(imports)
    for (const name of imports) assert.match(name, /^(node:|@noble\/)/)
  })

  it("exits with 0 for the sample, and with 1 for one changed letter, naming the ballot", () => {
    const folder = mkdtempSync(join(tmpdir(), "verify-"))
    try {
      const sample = readFileSync(join(root, "public/sample-ballots.json"), "utf8")
      assert.include(
        execFileSync("node", [script, join(root, "public/sample-ballots.json")], { encoding: "utf8" }),
        "✓ All 19 ballots check out; 17 keys by their address alone."
      )
      const path = join(folder, "changed.json")
      writeFileSync(path, sample.replace("Sundays are empty", "Mondays are empty"))
      const end = spawnSync("node", [script, path], { encoding: "utf8" })
      assert.strictEqual(end.status, 1)
      assert.include(end.stdout, "✗ ballot 2: its digest does not fit its text")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.skipIf(isShort)(
    "gives the same verdict with threads, names a ballot deep in a large file, and reads 100,000 empty ones",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "verify-"))
      try {
        const people = Array.from({ length: 1_600 }, (_, n) => testVoter(`many ${n}`))
        const large = textOf(
          fileOf(
            { voters: people },
            people.map((voter, n) => ({ voter, choice: n % 3 === 0 ? "no" : "yes" }))
          )
        )
        const lines = large.split("\n")
        const row = 1_234
        const at = lines.indexOf('"ballots":[') + row
        const changed = lines.with(at, (lines[at] ?? "").replace('"choice":"', '"choice":"x')).join("\n")
        const empties = large.replace(/"ballots":\[[\s\S]*\n\],/, `"ballots":[\n${"{},\n".repeat(99_999)}{}\n],`)
        const run = (given: string) => {
          const path = join(folder, "large.json")
          writeFileSync(path, given)
          const { status, stdout } = spawnSync("node", [script, path], { encoding: "utf8", maxBuffer: 10_000_000 })
          return { status, lines: stdout.trim().split("\n") }
        }
        assert.deepStrictEqual(run(large).lines[0], "✓ All 1600 ballots check out; 1600 keys by their address alone.")
        for (const given of [changed, JSON.stringify(JSON.parse(changed)), large.slice(0, 1_000_000), empties]) {
          const outcome = run(given)
          const { note, problems, result } = check(given)
          const said = [...(note === "" ? [] : [note]), ...problems.map((one: string) => `✗ ${one}`)]
          assert.strictEqual(outcome.status, 1)
          assert.deepStrictEqual(outcome.lines.slice(0, said.length), said)
          assert.strictEqual(outcome.lines.at(-1), JSON.stringify(result))
        }
        assert.include(run(changed).lines, `✗ ballot ${row}: its digest does not fit its text`)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    60_000
  )

  it("counts every type as the site does, including ties, run-offs and repeated votes", () => {
    const choices = labelled("A", "B", "C", "D")
    const keys = choices.map(({ key }) => key)
    const choiceFor = (type: VoteType) =>
      fixedChoices(type) !== null
        ? fc.constantFrom(...(fixedChoices(type) ?? []).map(({ key }) => key))
        : type === "single"
          ? fc.constantFrom(...keys)
          : type === "score5" || type === "score10"
            ? fc.record({ a: fc.nat({ max: 5 }), b: fc.nat({ max: 5 }), c: fc.nat({ max: 5 }), d: fc.nat({ max: 5 }) })
            : type === "dates"
              ? fc.record({ c1: fc.nat({ max: 2 }), c2: fc.nat({ max: 2 }), c3: fc.nat({ max: 2 }) })
              : type === "weighted"
                ? fc.nat({ max: 100 }).map((points) => ({ a: points, c: 100 - points }))
                : type === "quadratic"
                  ? fc.constantFrom<Record<string, number>>(
                      { a: 10 },
                      { b: 5, c: 5 },
                      { a: 3, b: 0, c: 7, d: 6 },
                      { d: 1 }
                    )
                  : fc.shuffledSubarray(keys, { minLength: 1 })
    const type = fc.constantFrom(...voteTypes)
    const vote = type.chain((voteType) =>
      fc.record({
        voteType: fc.constant(voteType),
        casts: fc.array(
          fc.record({
            voter: fc.constantFrom<TestVoter>(...voters),
            choice: choiceFor(voteType),
            reason: fc.constant("Because.")
          }),
          {
            maxLength: 8
          }
        ),
        quorumPct: fc.constantFrom(0, 20, 66.67),
        thresholdPct: fc.constantFrom<Threshold>(50, 60, 66.67, ...fractions),
        seats: voteType === "approval" || voteType === "ranked" ? fc.constantFrom(1, 2, 3) : fc.constant(null)
      })
    )
    fc.assert(
      fc.property(vote, ({ casts, ...rules }) => {
        const hasTransfers = rules.voteType === "ranked" && (rules.seats ?? 1) > 1
        const isEqual = rules.voteType === "quadratic" || hasTransfers
        const people = isEqual ? voters.map((voter) => ({ ...voter, weight: "1" })) : voters
        const given = {
          ...rules,
          voters: people,
          weightMode: isEqual ? ("member" as const) : ("assigned" as const),
          ...(hasTransfers && { ties: byList })
        }
        const made = fileOf(
          { ...given, choices: choicesFor(rules.voteType, choices) },
          isEqual ? casts.map(({ voter, ...cast }) => ({ ...cast, voter: { ...voter, weight: "1" } })) : casts
        )
        assert.deepStrictEqual(check(textOf(made)).problems, [])
      }),
      { numRuns: runs(80, 600) }
    )
  })

  it("accepts a fraction in the newer version alone, and only fractions on the list", () => {
    const thirds = fileOf({ voters, weightMode: "assigned", thresholdPct: "2/3" }, [{ voter: ada, choice: "yes" }])
    assert.deepStrictEqual([thirds.schema, thirds.proposal.v], ["ballots/2", 2])
    assert.deepStrictEqual(check(textOf(thirds)).problems, [])
    const older: BallotFile = { ...thirds, schema: "ballots/1" }
    const newer: BallotFile = { ...file, schema: "ballots/2" }
    for (const wrong of [older, newer]) {
      assert.include(check(textOf(wrong)).problems.join(), "schema: it or its explanation is another")
    }
    for (const other of ["5/7", "0/3", "4/3", "2/0", "1/1", "66", "2/3 "]) {
      assert.isNotEmpty(check(textOf(thirds).replaceAll('"2/3"', JSON.stringify(other))).problems, other)
    }
  })

  it("refuses quadratic points beyond 100 credits, and such a vote if weights differ", () => {
    const choices = labelled("Lake", "Hall")
    const quadratic = { voters: [testVoter("ada")], voteType: "quadratic" as const, choices }
    const cast = (choice: Record<string, number>) => textOf(fileOf(quadratic, [{ voter: testVoter("ada"), choice }]))
    assert.deepStrictEqual(check(cast({ lake: 8, hall: 6 })).problems, [])
    for (const choice of [{ lake: 10, hall: 1 }, { lake: 0 }, { ghost: 1 }]) {
      assert.include(
        check(cast(choice)).problems.join(),
        "ballot 1: its points are no whole numbers",
        JSON.stringify(choice)
      )
    }
    for (const points of ["-1", "1.5", '"3"', "null"]) {
      const changed = cast({ lake: 3 }).replace('"choice":{"lake":3}', `"choice":{"lake":${points}}`)
      assert.include(check(changed).problems.join(), "ballot 1: its points are no whole numbers", points)
    }
    const unequal = fileOf({ ...quadratic, weightMode: "assigned" }, [{ voter: testVoter("ada"), choice: { lake: 3 } }])
    assert.isNotEmpty(check(textOf(unequal)).problems)
    const older = cast({ lake: 3 }).replace('"schema":"ballots/2"', '"schema":"ballots/1"')
    assert.include(check(older).problems.join(), "schema: it or its explanation is another")
  })

  it("accepts sealed ballots of an open vote", () => {
    const sealed = textOf({ ...file, ballots: file.ballots.map(seal), tally: null })
    assert.deepStrictEqual(check(sealed).problems, [])
  })

  it("names the ballot in which any field was changed, and finds every other change", () => {
    for (const path of leavesOf(file)) {
      const { problems } = check(textOf(withChange(file, path)))
      const place = path.join(".")
      assert.isNotEmpty(problems, place)
      if (path[0] === "ballots") {
        assert.isTrue(
          problems.some((problem: string) => problem.startsWith(`ballot ${Number(path[1]) + 1}:`)),
          place
        )
      }
    }
  })

  it("finds a problem in any other JSON, whatever its shape", () => {
    const parts = fc.record({ ballots: fc.jsonValue(), voters: fc.jsonValue(), proposal: fc.jsonValue() })
    for (const made of [fc.jsonValue(), parts, parts.map((some) => ({ ...file, ...some }))]) {
      fc.assert(
        fc.property(made, (json) => {
          assert.isNotEmpty(check(JSON.stringify(json)).problems)
        })
      )
    }
  })

  it("fails for every changed byte, and names the ballot it is in", () => {
    const bytes = Buffer.from(text)
    const first = text.split("\n").indexOf('"ballots":[')
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 127 }), (at, change) => {
        const damaged = Buffer.from(bytes)
        damaged[at] = (damaged[at] ?? 0) ^ change
        const { note, problems } = check(damaged.toString("utf8"))
        // A line end changed to another kind of space affects the layout and nothing else.
        if (bytes[at] === 10 && [9, 13, 32].includes(damaged[at] ?? 0)) return assert.include(note, "the layout is not")
        assert.isNotEmpty(problems, `byte ${at}`)
        const row = bytes.subarray(0, at).filter((byte) => byte === 10).length - first
        if (row >= 1 && row <= file.ballots.length && bytes[at] !== 10) {
          assert.isTrue(
            problems.some((problem: string) => problem.startsWith(`ballot ${row}:`)),
            `byte ${at}: ${problems}`
          )
        }
      }),
      { numRuns: runs(150, 600) }
    )
  })

  it("explains what to do without packages, without a file, and with an invalid one", () => {
    const folder = mkdtempSync(join(tmpdir(), "verify-"))
    try {
      const run = (path: string, ...given: ReadonlyArray<string>) => {
        const { status, stderr, stdout } = spawnSync("node", [path, ...given], { encoding: "utf8" })
        assert.notInclude(stderr + stdout, "    at ")
        return [status, (stderr + stdout).trim()]
      }
      const alone = join(folder, "verify.mjs")
      copyFileSync(script, alone)
      assert.deepStrictEqual(run(alone, "any.json"), [
        2,
        "This check needs packages that are not installed. Run this first, in the project's folder: npm install"
      ])
      const how = "Say which file: npm run verify -- ballots.json"
      assert.deepStrictEqual(run(script), [2, how])
      assert.deepStrictEqual(run(script, "missing.json"), [2, `missing.json is not there. ${how}`])
      assert.deepStrictEqual(run(script, folder), [2, `${folder} is a folder. ${how}`])
      const noise = join(folder, "noise.json")
      writeFileSync(noise, Buffer.from([0xff, 0xfe, 0x00]))
      assert.deepStrictEqual(run(script, noise), [2, `${noise} is not UTF-8 text. ${how}`])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("judges content, names another layout, and refuses unknown and duplicate members by name", () => {
    for (const laidOut of [
      JSON.stringify(JSON.parse(text), null, 2),
      JSON.stringify(JSON.parse(text)),
      text.replaceAll("\n", "\r\n"),
      `\uFEFF${text}`
    ]) {
      const { note, problems } = check(laidOut)
      assert.deepStrictEqual(problems, [])
      assert.strictEqual(note, OTHER_LAYOUT)
    }
    assert.strictEqual(check(text).note, "")
    for (const [given, words] of [
      [text.replace('"seq":1', '"reason":"x","seq":1'), "ballot 1: the member “reason” does not belong there"],
      [text.replace('{"ballot":', '{"a":1,"ballot":'), "ballot 1: the member “a” does not belong there"],
      [text.replace('"curve":', '"a":1,"curve":'), "ballot 1: the member “a” does not belong there"],
      [text.replace('"tally":', '"__proto__":1,\n"tally":'), "file: the member “__proto__” does not belong there"],
      [text.replace('"tally":', '"note":1,\n"tally":'), "file: the member “note” does not belong there"],
      [text.replace('"tally":', '"tally":null,\n"tally":'), "the member “tally” stands there twice"],
      [text.replace('"reason":"",', '"reason":"","reason":"",'), "the member “reason” stands there twice"]
    ] as const) {
      assert.notStrictEqual(given, text)
      assert.include(check(given).problems.join("\n"), words)
    }
  })

  it("never calls a receipt confirmed, and finds changes in one", () => {
    const [entry] = file.ballots
    const ballot = writeLine({ schema: "ballot-receipt/1", ...testSite, ...entry })
    for (const [given, changed] of [
      [ballot, ballot.replace('"choice":"yes"', '"choice":"no"')],
      [`${receipt.document}\n`, receipt.document.replace('"units":30', '"units":31')],
      [`${coupon.document}\n`, coupon.document.replace("-P000017", "-000017")]
    ] as const) {
      for (const laidOut of [given, JSON.stringify(JSON.parse(given), null, 2)]) {
        const { problems, said } = check(laidOut)
        assert.deepStrictEqual(problems, [])
        assert.include(said, "is complete in itself and not confirmed")
      }
      assert.isNotEmpty(check(changed).problems)
      assert.include(
        check(given.replace("{", '{"bonus":1,')).problems.join(),
        "the member “bonus” does not belong there"
      )
    }
    assert.include(check(`${receipt.document}\n`).said?.replaceAll(" ", ""), receipt.checkCode)
    assert.isNotEmpty(check('{"schema":"statement/1"}').problems)
  })

  it("refuses a value as a list of lines, and a list that does not end", () => {
    const list = '"ballots":{"cuts":[0],"end":9,"length":1000000000},\n"headHash":'
    const start = text.indexOf('"ballots":')
    const isBad = [
      text.slice(0, start) + list + text.slice(text.indexOf('"headHash":') + 11),
      text.replace('\n],\n"headHash"', '\n"headHash"'),
      text.replace(/\n\],\n"headHash"[\s\S]*/, "\n}\n"),
      text.slice(0, -300),
      `${"[".repeat(200_000)}${"]".repeat(200_000)}`,
      text.replace('"origin":', `"more":${"[".repeat(50_000)}${"]".repeat(50_000)},\n"origin":`),
      text.replace('{"ballot":', `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)},"ballot":`),
      `{\n"ballots":"${"x\\n".repeat(1_000_000)}"\n}\n`
    ]
    for (const given of isBad) {
      const { problems } = check(given)
      assert.isNotEmpty(problems)
      for (const one of problems) assert.notMatch(one, /undefined|stack|Error|not iterable|Cannot/)
    }
  })

  it("fails for ballots that were removed, doubled or swapped", () => {
    const [one, two, three] = file.ballots
    if (one === undefined || two === undefined || three === undefined) return assert.fail("a file of three ballots")
    for (const ballots of [
      [one, three],
      [one, two],
      [one, one, two, three],
      [two, one, three]
    ] satisfies Array<BallotFile["ballots"]>) {
      assert.isNotEmpty(check(textOf({ ...file, ballots })).problems)
    }
  })
})
