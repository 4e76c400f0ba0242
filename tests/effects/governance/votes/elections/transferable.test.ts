/** The single transferable vote compared with published counts (tests/vectors/elections), and its rules one by one. */
import { readFileSync } from "node:fs"
import { Either, FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { type Election, readBlt } from "~/effects/governance/votes/elections/blt"
import { countTransferable, type Paper, WHOLE_PAPER } from "~/effects/governance/votes/elections/transferable"
import { runs } from "../../../../sets"

const electionOf = (name: string): Election =>
  Either.getOrThrow(
    readBlt(readFileSync(new URL(`../../../../vectors/elections/${name}.blt`, import.meta.url), "utf8"))
  )
const counted = ({ names, papers, seats, withdrawn }: Election) =>
  countTransferable(names.length, seats, papers, withdrawn)

/** "105.04505" as an integer of 10^-5. */
const value = (text: string) => {
  const [whole = "", part = ""] = text.replaceAll(",", "").split(".")
  return BigInt(whole + part.padEnd(5, "0"))
}
const shown = (votes: bigint, places: number) => {
  const unit = 10n ** BigInt(5 - places)
  const rounded = (votes + unit / 2n) / unit
  const digits = String(rounded).padStart(places + 1, "0")
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const paper = (count: number, ...ranks: ReadonlyArray<number>): Paper => ({ count: BigInt(count), ranks })

describe("a count by the Scottish rules", () => {
  it("gives Inverness South 2017 to the fifth decimal, as the returning officer published it", () => {
    const election = electionOf("inverness-south-2017")
    const { elected, quota, stages } = counted(election)
    assert.strictEqual(quota, 1018n)
    assert.deepStrictEqual(
      stages.slice(0, 2).map(({ rest, votes }) => [...votes, rest]),
      [
        ["104", "799", "527", "387", "1,287", "376", "1,022", "583", "0"].map(value),
        // biome-ignore format: one stage
        ["105.04505", "810.49555", "537.4505", "394.94238", "1,018", "592.32535", "1,022", "593.65951", "11.08166"].map(value)
      ]
    )
    // Of the published table, by candidate in the order of the ballot; empty once elected or excluded.
    const table = [
      ["104.0", "105.0", "105.3"],
      ["799.0", "810.5", "811.6", "833.8", "970.5", "1151.2"],
      ["527.0", "537.5", "538.3", "564.3", "621.8"],
      ["387.0", "394.9", "395.3", "401.3"],
      ["1287.0"],
      ["376.0", "592.3", "592.4", "599.6", "646.4", "682.2", "696.4"],
      ["1022.0"],
      ["583.0", "593.7", "594.3", "619.6", "678.2", "971.2", "1029.6"]
    ]
    table.forEach((line, candidate) => {
      assert.deepStrictEqual(
        line.map((_, at) => shown(stages[at]?.votes[candidate] ?? 0n, 1)),
        line
      )
    })
    assert.deepStrictEqual(
      elected.map((candidate) => election.names[candidate]),
      ["KEN GOWANS (SNP)", "Andrew JARVIE (C)", "Carolyn CADDICK (LD)", "Duncan MACPHERSON (Ind)"]
    )
    assert.lengthOf(stages, 7)
  })

  it("gives Dennistoun 2022 as it was published", () => {
    const election = electionOf("dennistoun-2022")
    const { elected, quota, stages } = counted(election)
    assert.strictEqual(quota, 1367n)
    const table = [
      ["1431"],
      ["1337", "1362", "1388"],
      ["339", "370", "370"],
      ["84", "109", "117"],
      ["582", "609", "626"],
      ["96", "143", "148"],
      ["1595"]
    ]
    table.forEach((line, candidate) => {
      assert.deepStrictEqual(
        line.map((_, at) => shown(stages[at]?.votes[candidate] ?? 0n, 0)),
        line
      )
    })
    assert.deepStrictEqual(elected, [6, 0, 1])
    assert.lengthOf(stages, 3)
  })

  it("gives the first stages of Tain and Easter Ross 2017 as they were published", () => {
    const { quota, stages } = counted(electionOf("tain-2017"))
    assert.strictEqual(quota, 872n)
    assert.deepStrictEqual(
      stages.slice(0, 3).map(({ rest, votes }) => [...votes, rest].map((votes) => shown(votes, 0))),
      [
        ["558", "831", "569", "708", "139", "679", "0"],
        ["583", "847", "587", "751", "0", "696", "20"],
        ["0", "870", "722", "903", "0", "851", "138"]
      ]
    )
  })

  it("transfers nothing any more once those who are left fill the seats (rule 52)", () => {
    const { stages } = counted(electionOf("tain-2017"))
    const [before, last] = stages.slice(-2)
    assert.strictEqual(last?.kind, "exclusion")
    assert.deepStrictEqual(last?.votes, before?.votes)
    assert.lengthOf(last?.elected ?? [], 1)
  })

  it("excludes, of those level, the one with fewer votes at the latest earlier stage", () => {
    // 0 and 1 are level at stage 2, after 3 has left; 0 had fewer first places. 2 cannot be caught.
    const papers = [paper(4, 0), paper(5, 1), paper(9, 2), paper(1, 3, 0), paper(7, 4)]
    const { stages } = countTransferable(5, 2, papers)
    assert.deepInclude(stages[2], { kind: "exclusion", of: 0, tie: { level: [0, 1], stage: 1, among: [], chosen: 0 } })
  })

  it("lets the order of the list stand for the lot, and says so", () => {
    const papers = [paper(3, 0), paper(3, 1), paper(3, 2), paper(5, 3)]
    const { elected, stages } = countTransferable(4, 2, papers)
    assert.deepInclude(stages[1], { of: 2, tie: { level: [0, 1, 2], stage: null, among: [0, 1, 2], chosen: 2 } })
    assert.deepStrictEqual(elected, [3, 0])
    const surplus = countTransferable(4, 3, [paper(8, 0, 2), paper(8, 1, 3), paper(1, 2), paper(2, 3)])
    assert.deepInclude(surplus.stages[1], {
      kind: "surplus",
      of: 0,
      tie: { level: [0, 1], stage: null, among: [0, 1], chosen: 0 }
    })
  })

  it("elects all who stand if there are no more than seats, and passes over who withdrew", () => {
    assert.deepStrictEqual(countTransferable(2, 3, [paper(1, 1)]).elected, [1, 0])
    assert.deepStrictEqual(countTransferable(3, 1, [paper(5, 0, 1), paper(3, 2)], new Set([0])).elected, [1])
    assert.deepStrictEqual(countTransferable(2, 1, []).elected.length, 1)
  })

  it("loses and makes no votes, elects as many as there are seats, and never hands on more than a surplus", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 7 }).chain((candidates) =>
          fc.tuple(
            fc.constant(candidates),
            fc.integer({ min: 1, max: candidates }),
            fc.array(
              fc
                .tuple(
                  fc.integer({ min: 1, max: 40 }),
                  fc.shuffledSubarray([...Array(candidates).keys()], { minLength: 1 })
                )
                .map(([count, ranks]) => paper(count, ...ranks)),
              { minLength: 1, maxLength: 30 }
            )
          )
        ),
        ([candidates, seats, papers]) => {
          const { elected, quota, stages } = countTransferable(candidates, seats, papers)
          const valid = papers.reduce((sum, { count }) => sum + count, 0n)
          assert.strictEqual(new Set(elected).size, seats)
          assert.strictEqual(quota, valid / BigInt(seats + 1) + 1n)
          for (const { rest, votes } of stages) {
            assert.isTrue(rest >= 0n && votes.every((some) => some >= 0n))
            assert.strictEqual(
              votes.reduce((sum, some) => sum + some, rest),
              valid * WHOLE_PAPER
            )
          }
        }
      ),
      { numRuns: runs(200, 3000) }
    ))
})
