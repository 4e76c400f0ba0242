/** The end of voting and the count are two moments: the lists, the head and the rules of a vote name each. */
import { renderToStaticMarkup } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { RuleFacts } from "~/components/governance/proposals/rule-facts"
import { When } from "~/components/governance/proposals/when"
import type { ProposalCard, ProposalView } from "~/effects/governance/proposals/views"
import { markupOf } from "../../markup"

const CLOSE = Date.parse("2026-11-20T18:37:00Z")
const COUNT = Date.parse("2026-11-20T19:43:00Z")
const DAY = 24 * 60 * 60_000

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ")

const view = (status: ProposalCard["status"], closedAt: number | null) =>
  // The components read these members alone.
  ({
    status,
    closedAt,
    closesAt: CLOSE,
    opensAt: CLOSE - DAY,
    kind: "decision",
    voteType: "basic",
    quorumPct: 0,
    thresholdPct: 50,
    weightMode: "member",
    seats: null,
    minMembershipHours: 0,
    participation: null,
    snapshot: null,
    sealed: null,
    tieRule: null,
    resultsVisibility: "always"
  }) as unknown as ProposalView

const whenOf = (card: ProposalCard, now: number) => plain(renderToStaticMarkup(<When card={card} now={now} />))
const rulesOf = (proposal: ProposalView, now: number) => {
  return plain(markupOf(<RuleFacts proposal={proposal} now={now} />))
}

describe("the end of voting", () => {
  it("differs from the count, which came later", () => {
    const passed = view("passed", COUNT)
    assert.include(whenOf(passed, COUNT + DAY), "Voting closed 20 Nov 2026, 18:37 UTC , counted 20 Nov 2026, 19:43 UTC")
    assert.include(rulesOf(passed, COUNT + DAY), "Voting closed 20 Nov 2026, 18:37 UTC Counted 20 Nov 2026, 19:43 UTC")
  })

  it("differs from the moment at which counting was given up", () => {
    const given = view("uncountable", CLOSE + 14 * DAY)
    const [when, rules] = [whenOf(given, CLOSE + 15 * DAY), rulesOf(given, CLOSE + 15 * DAY)]
    assert.include(when, "Voting closed 20 Nov 2026, 18:37 UTC , given up 4 Dec 2026, 18:37 UTC")
    assert.include(rules, "Voting closed 20 Nov 2026, 18:37 UTC Given up 4 Dec 2026, 18:37 UTC")
  })

  it("is named before the count, with no result", () => {
    const waiting = view("active", null)
    assert.match(whenOf(waiting, CLOSE), /Voting closed 20 Nov 2026, 18:37/)
    assert.include(rulesOf(waiting, CLOSE), "Voting closed 20 Nov 2026, 18:37 UTC")
    assert.notMatch(whenOf(waiting, CLOSE) + rulesOf(waiting, CLOSE), /counted|Counted/)
    assert.include(rulesOf(waiting, CLOSE - 1), "Closes 20 Nov 2026, 18:37 UTC")
  })

  it("never came for a cancelled vote", () => {
    const cancelled = view("cancelled", CLOSE - DAY)
    assert.notInclude(whenOf(cancelled, CLOSE), "Voting closed")
    assert.include(whenOf(cancelled, CLOSE), "Cancelled 19 Nov 2026, 18:37 UTC")
    const rules = rulesOf(cancelled, CLOSE)
    assert.include(rules, "Was to close 20 Nov 2026, 18:37 UTC Cancelled 19 Nov 2026, 18:37 UTC")
  })
})
