/** The texts of a sealed vote's page in each of its states. */
import { assert, describe, it } from "vitest"
import { SealedPart } from "~/components/governance/proposals/sealed-part"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { markupOf } from "../../markup"

const CLOSE = Date.parse("2026-11-25T20:00:00Z")
const UNTIL = CLOSE + 30_000
const MINUTE = 60_000

const beacon = { chain: "ab".repeat(32), publicKey: "cd".repeat(96), round: 37_417_022 }
const known = { beacon, until: UNTIL, signature: null, tries: 0, opened: 0 }

const shown = (
  status: ProposalView["status"],
  now: number,
  sealed: Partial<NonNullable<ProposalView["sealed"]>> = {}
): string => {
  const participation = { ballots: 380 }
  // The component reads these members alone.
  const proposal = {
    status,
    closesAt: CLOSE,
    participation,
    sealed: { ...known, ...sealed }
  } as unknown as ProposalView
  return markupOf(<SealedPart proposal={proposal} now={now} />)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
}

describe("the section of a sealed vote", () => {
  it("explains before voting who can read what, and what sealing does not hide", () => {
    const words = shown("active", CLOSE - MINUTE)
    assert.include(words, "Nobody, not even the operator of this site, can read a ballot before")
    assert.include(words, "A ballot you replaced is not counted and not opened here")
    assert.include(words, "somebody could demand it from you")
    assert.include(words, "37,417,022")
  })

  it("explains for a cancelled vote, and before voting, who can still open its ballots", () => {
    assert.include(shown("active", CLOSE - MINUTE), "If the vote is cancelled , its ballots are no longer published")
    const words = shown("cancelled", CLOSE - MINUTE)
    assert.include(
      words,
      "this site never opens them. Anyone who downloaded them while voting was open can open them from"
    )
    assert.include(words, "37,417,022")
  })

  it("waits for the round first, and later says since when it is overdue", () => {
    assert.include(shown("active", CLOSE + 10_000), "opens them all together")
    const late = shown("active", CLOSE + 60 * MINUTE, { tries: 41 })
    assert.include(late, "The beacon’s signature is late.")
    assert.include(late, "41 times")
    assert.include(late, "Nothing can be executed before the count.")
  })

  it("shows how many ballots are opened, and no tally", () => {
    const words = shown("active", UNTIL + MINUTE, { signature: "ef".repeat(48), opened: 214 })
    assert.include(words, "Opened up to ballot 214 of 380.")
    assert.include(words, "No results are shown before all of them are open.")
  })

  it("states what it was opened with, or that it never was", () => {
    assert.include(shown("passed", UNTIL + MINUTE, { signature: "ef".repeat(48), opened: 380 }), "ef".repeat(48))
    const never = shown("uncountable", CLOSE + 15 * 24 * 60 * MINUTE, { tries: 4_000 })
    assert.include(never, "did not arrive within 14 days")
    assert.include(never, "this vote has no effect")
  })
})
