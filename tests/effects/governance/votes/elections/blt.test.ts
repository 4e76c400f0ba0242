/** BLT files: what is read, what is refused with its line, and the report of a count. */
import { readFileSync } from "node:fs"
import { Either, FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { readBlt, writeBlt } from "~/effects/governance/votes/elections/blt"
import { isBlt } from "~/effects/governance/votes/elections/isBlt"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { check } from "../../../../../scripts/verify.mjs"

const published = (name: string) =>
  readFileSync(new URL(`../../../../vectors/elections/${name}.blt`, import.meta.url), "utf8")

const read = (text: string) => Either.getOrThrow(readBlt(text))
const refused = (text: string) => Either.getOrThrow(Either.flip(readBlt(text)))

const SMALL = `\uFEFF# made by hand
3 1   # three candidates, one seat
-2
4 1 2 0
(ab) 2 3 - 1 0 # a ballot with an id
1 0

0
"Ada ""the #1"" King" "Ben"
Cleo O'Neil
"A board"
`

describe("a BLT file", () => {
  it("is read with comments, ids, withdrawn candidates, skipped ranks, and names in quotes or without", () => {
    assert.deepStrictEqual(read(SMALL.replaceAll("\n", "\r\n")), {
      title: "A board",
      names: ['Ada "the #1" King', "Ben", "Cleo O'Neil"],
      seats: 1,
      withdrawn: new Set([1]),
      papers: [
        { count: 4n, ranks: [0, 1] },
        { count: 2n, ranks: [2, 0] },
        { count: 1n, ranks: [] }
      ],
      skipping: 2n
    })
  })

  it.each<[string, string, number, string]>([
    ["of nothing", "", 1, "empty"],
    ["without seats", "3 0\n0\n", 1, "at least one seat"],
    ["with too many candidates", "101 3\n0\n", 1, "1 to 100 candidates"],
    ["with more seats than candidates", "2 3\n0\n", 1, "at most one for each"],
    ["with equal ranks", "3 1\n1 1=2 3 0\n0\n", 2, "ranks several equally"],
    ["with a candidate twice", "3 1\n1 1 2 1 0\n0\n", 2, "ranked twice"],
    ["with an unknown candidate", "3 1\n\n1 4 0\n0\n", 3, "no candidate 4"],
    ["with an unknown withdrawn candidate", "3 1\n-4\n0\n", 2, "no candidate 4"],
    ["with a weight of a half", "3 1\n0.5 1 0\n0\n", 2, "whole numbers only"],
    ["with a word for a rank", "3 1\n1 x 0\n0\n", 2, "not the number of a candidate"],
    ["with a ballot that does not end", "3 1\n1 1 2\n0\n", 2, "ends with 0"],
    ["that does not end", "3 1\n1 1 0\n", 3, "line that is 0"],
    ["with too few names", '3 1\n1 1 0\n0\n"A"\n"B"\n', 6, "3 candidates and 2 names"],
    ["with too many names", '1 1\n1 1 0\n0\n"A"\n"T"\n"C"\n', 7, "1 candidate and 3 names"]
  ])("%s is refused with its line", (_, text, line, reason) => {
    const error = refused(text)
    assert.strictEqual(error.line, line)
    assert.include(error.reason, reason)
    if (isBlt(text)) assert.match(check(text).problems.join(), new RegExp(`^line ${line}: `))
  })

  it("is told from other files by its first line", () => {
    assert.isTrue(isBlt(SMALL))
    for (const other of ['{"schema":"ballots/1"}', "", "# 3 1", "3 1 2\n", "name,votes\n3 1\n"])
      assert.isFalse(isBlt(other))
  })

  it("that we write is read as the same election", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1 }).filter((name) => /\S/.test(name)),
          { minLength: 1, maxLength: 6 }
        ),
        fc.string().filter((title) => /\S/.test(title)),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.shuffledSubarray([0, 1, 2, 3, 4, 5])), { maxLength: 9 }),
        (texts, title, ballots) => {
          // A name is one line and has no spaces at its ends.
          const names = texts.map((name) => name.replace(/\s+/g, " ").trim())
          const papers = ballots.map(([count, ranks]) => ({
            count: BigInt(count),
            ranks: ranks.filter((rank) => rank < names.length)
          }))
          const again = read(writeBlt({ names, title, seats: 1, papers }))
          assert.deepStrictEqual(again.names, names)
          const merged = new Map<string, bigint>()
          for (const { count, ranks } of papers) merged.set(ranks.join(), (merged.get(ranks.join()) ?? 0n) + count)
          assert.deepStrictEqual(
            again.papers.map(({ count, ranks }) => [ranks.join(), count]),
            [...merged]
          )
          assert.strictEqual(again.title, title.replace(/\s+/g, " ").trim())
        }
      )
    ))
})

describe("the report of a BLT file", () => {
  it("has the verdict of the stand-alone script, for published elections and for any other", async () => {
    for (const name of ["inverness-south-2017", "dennistoun-2022", "tain-2017"]) {
      const text = published(name)
      assert.strictEqual(check(text).said, (await checkFile(text)).verdict)
    }
    const named = ["Ada", "Ben, of the north", 'Cem "C"', "Dua", "Eli"]
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.shuffledSubarray([0, 1, 2, 3, 4])), { maxLength: 12 }),
        fc.constantFrom("", "-2\n", "-1 -3\n"),
        async (seats, ballots, withdrawn) => {
          const papers = ballots.map(([count, ranks]) => ({ count: BigInt(count), ranks }))
          const text = writeBlt({ names: named, title: "Board", seats, papers }).replace("\n", `\n${withdrawn}`)
          assert.strictEqual(check(text).said, (await checkFile(text)).verdict, text)
        }
      )
    )
  })

  it("refuses a line of withdrawn candidates that is written together, as the script does", async () => {
    const text = '3 1\n-1-2\n1 1 0\n0\n"A" "B" "C"\n'
    assert.strictEqual(refused(text).line, 2)
    assert.match(check(text).problems.join(), /^line 2: /)
  })

  it("counts several seats in stages", async () => {
    const report = await checkFile(published("inverness-south-2017"))
    assert.isTrue(report.holds)
    assert.strictEqual(
      report.verdict,
      "Counted by our rules: elected are KEN GOWANS (SNP), Andrew JARVIE (C), Carolyn CADDICK (LD) and Duncan MACPHERSON (Ind)."
    )
    assert.strictEqual(report.subject, "Ward 19 - Inverness South, 4 seats")
    assert.include(report.detail, "no signatures")
    assert.include(report.detail, "Other rules may give another result")
    const stage = report.steps.find(({ name }) => name === "Stage 2: surplus of KEN GOWANS (SNP)")
    assert.include(stage?.detail, "Carolyn CADDICK (LD) 810.49555")
    assert.include(stage?.detail, "not transferable 11.08166.")
  })

  it("counts one seat by the run-off, and names a tie and a level final", async () => {
    const one = await checkFile('3 1\n4 1 0\n3 2 3 0\n2 3 2 0\n0\n"Ada" "Ben" "Cleo" "Chair"\n')
    assert.strictEqual(one.verdict, "Counted by our rules: elected is Ben.")
    assert.strictEqual(one.steps.at(-2)?.detail, "Ada 4, Ben 3, Cleo 2. Cleo is eliminated.")
    const level = await checkFile('2 1\n4 1 0\n4 2 0\n0\n"Ada" "Ben" "Chair"\n')
    assert.strictEqual(
      level.verdict,
      "Counted by our rules: a tie between Ada and Ben in the final, and nobody is elected."
    )
    assert.deepInclude(level.steps.at(-1), {
      state: "warn",
      detail: "Ada 4, Ben 4. Ada and Ben, the last two, are tied."
    })
    const drawn = await checkFile('3 1\n4 1 0\n2 2 0\n2 3 0\n0\n"Ada" "Ben" "Cleo" "Chair"\n')
    assert.strictEqual(drawn.verdict, "Counted by our rules: elected is Ada.")
    const tie = drawn.steps.find(({ name }) => name === "Round 1")
    assert.strictEqual(tie?.state, "warn")
    assert.include(tie?.detail, "Without a beacon, the one later in the list is eliminated: Cleo.")
    const nobody = await checkFile('2 1\n4 0\n0\n"Ada" "Ben"\n')
    assert.include(nobody.verdict, "nobody is elected")
  })

  it("warns of a tie that the order of the list decided, and of skipped ranks", async () => {
    const report = await checkFile('4 2\n3 1 0\n3 2 0\n3 - 3 0\n5 4 0\n0\n"Ada" "Ben" "Cleo" "Dan"\n')
    assert.deepInclude(
      report.steps.find(({ name }) => name === "Ballots that skip a rank"),
      { state: "warn", figure: "3" }
    )
    const tie = report.steps.find(({ name }) => name === "Stage 2: Cleo is excluded")
    assert.strictEqual(tie?.state, "warn")
    assert.include(tie?.detail, "The published rules draw lots; here the order of the list decides: Cleo.")
  })

  it("says which line cannot be read", async () => {
    const report = await checkFile('3 1\n1 1=2 0\n0\n"A" "B" "C"\n')
    assert.isFalse(report.holds)
    assert.include(report.verdict, "Line 2: 1=2 ranks several equally")
  })

  it.each([1, 5])(
    "counts 300,000 ballots, one on each line, for %i seats within three seconds of a processor",
    async (seats) => {
      const candidates = 12
      let seed = 1
      const random = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647
        return seed % below
      }
      const ballots = Array.from({ length: 300_000 }, () => {
        const ranks = new Set(Array.from({ length: 5 }, () => 1 + random(candidates)))
        return `1 ${[...ranks].join(" ")} 0`
      })
      const names = Array.from({ length: candidates }, (_, at) => `"Candidate ${at + 1}"`)
      const text = [`${candidates} ${seats}`, ...ballots, "0", ...names, '"Large"'].join("\n")
      assert.isBelow(text.length, 10_485_760)
      const before = process.cpuUsage()
      const report = await checkFile(text)
      const { system, user } = process.cpuUsage(before)
      assert.match(report.verdict, /elected (?:is|are) Candidate/)
      assert.isBelow((user + system) / 1e6, 3)
    }
  )
})
