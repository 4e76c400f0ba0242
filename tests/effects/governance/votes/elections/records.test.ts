/** Counted ballots as BLT and as cast vote records. */
import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { readBlt } from "~/effects/governance/votes/elections/blt"
import { bltOf, recordLine, recordsHeader, sameChoices } from "~/effects/governance/votes/elections/records"
import { readVotes } from "~/effects/governance/votes/weight"
import { labelled } from "../world"

const ranked = {
  choices: labelled("Ash", "Birch", '=Cedar, "old"'),
  seats: null,
  title: "A tree",
  voteType: "ranked" as const
}
const approval = { ...ranked, seats: 2, voteType: "approval" as const }
const [ash = "", birch = "", cedar = ""] = ranked.choices.map(({ key }) => key)

describe("the counted ballots of a vote", () => {
  it("are a BLT file with names, one line for each ranking", () => {
    const text = bltOf(
      ranked,
      new Map([
        [`${ash},${cedar}`, readVotes("3")],
        [birch, readVotes("2")]
      ])
    )
    assert.strictEqual(text, '3 1\n3 1 3 0\n2 2 0\n0\n"Ash"\n"Birch"\n"=Cedar, ""old"""\n"A tree"\n')
  })

  it("have weights with decimals multiplied by one power of ten, and the title says so", () => {
    const election = Either.getOrThrow(
      readBlt(
        bltOf(
          approval,
          new Map([
            [ash, readVotes("0.125")],
            [`${ash},${birch}`, readVotes("12345678901234567890.5")]
          ])
        )
      )
    )
    assert.strictEqual(election.title, "A tree (approval: the order says nothing; weights times 1000)")
    assert.strictEqual(election.seats, 2)
    assert.deepStrictEqual(
      election.papers.map(({ count }) => count),
      [125n, 12345678901234567890500n]
    )
  })

  it("share a line if they have the same ranking, or tick the same choices in any order", () => {
    assert.notStrictEqual(sameChoices(ranked, [ash, birch]), sameChoices(ranked, [birch, ash]))
    assert.strictEqual(sameChoices(approval, [cedar, ash]), sameChoices(approval, [ash, cedar]))
  })

  it("are cast vote records: ranks by name, or a column for each choice, without formulas", () => {
    assert.strictEqual(
      recordsHeader(ranked) + recordLine(ranked, { seq: 4, counted: "1.5", choice: [cedar, ash] }),
      '\uFEFFballot,weight,rank1,rank2,rank3\r\n4,1.5,"\'=Cedar, ""old""",Ash,\r\n'
    )
    assert.strictEqual(
      recordsHeader(approval) + recordLine(approval, { seq: 5, counted: "1", choice: [cedar] }),
      '\uFEFFballot,weight,Ash,Birch,"\'=Cedar, ""old"""\r\n5,1,0,0,1\r\n'
    )
  })
})
