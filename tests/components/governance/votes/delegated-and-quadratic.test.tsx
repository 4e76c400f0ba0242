/** The vote's page for delegated weight, and for quadratic points while they are chosen. */

import { assert, describe, it } from "@effect/vitest"
import { renderToStaticMarkup } from "react-dom/server"
import { RecordTable } from "~/components/governance/delegations/delegated-part"
import { DelegatedTally } from "~/components/governance/proposals/delegated-tally"
import { QuadraticPoints } from "~/components/governance/votes/quadratic-points"
import { selectionOf } from "~/components/governance/votes/selection"
import { CommunityId } from "~/effects/access/Community"
import type { DelegatedVoteLine } from "~/effects/governance/votes/delegated/DelegatedVoteLine"
import { ProposalId } from "~/effects/governance/votes/fields"
import { asAccount } from "../../../addresses"
import { markupOf } from "../../markup"

const line = (key: string, label: string, votes: string) => ({
  key,
  label,
  votes,
  shown: votes,
  voters: 1,
  ifNeedBe: null,
  pct: "50.0",
  wins: false
})

describe("delegated weight in a count", () => {
  it("is shown as own and delegated for each choice, with the unused rest", () => {
    const html = renderToStaticMarkup(
      <DelegatedTally
        unit="OMF"
        lines={[line("yes", "Yes", "375000"), line("no", "No", "131500"), line("abstain", "Abstain", "0")]}
        lent={{
          given: "139500",
          voted: "17000",
          used: "101000",
          over: "13500",
          idle: "8000",
          perChoice: [
            { key: "yes", votes: "89000" },
            { key: "no", votes: "12000" },
            { key: "abstain", votes: "0" }
          ]
        }}
      />
    )
    assert.include(html, "Yes: 286,000 own and 89,000 delegated. No: 119,500 own and 12,000 delegated.")
    for (const words of ["139,500 OMF", "17,000", "101,000", "13,500", "8,000"]) assert.include(html, words)
  })
})

describe("the record of delegated votes", () => {
  const record = {
    proposal: ProposalId.make("m4t6ya2cde7p"),
    number: 7,
    title: "A pump",
    communityId: CommunityId.make("k3v7qz2mfa5x"),
    community: "Garden",
    kind: "decision",
    status: "passed",
    closesAt: 1_000,
    isOpen: false,
    delegator: { account: asAccount("account_a"), name: "Ana", picture: null },
    delegate: { account: asAccount("account_b"), name: "Ben", picture: null },
    weight: "1",
    use: "used",
    choice: null,
    votedAt: 500,
    resultsVisibility: "afterVote",
    hasLimit: true
  } as const
  const shown = (over: Partial<DelegatedVoteLine>) => {
    const element = <RecordTable lines={[{ ...record, ...over }]} now={2_000} isDelegator />
    return markupOf(element)
  }

  it("says when a choice is shown by the rule of its vote, and names a limit only if there is one", () => {
    assert.include(shown({}), "Voted; shown after the close, or after you vote")
    assert.include(shown({ resultsVisibility: "afterClose" }), "Voted; shown after the close<")
    assert.include(shown({ resultsVisibility: "sealed", isOpen: true }), "Voted; sealed until it is opened")
    assert.include(shown({ resultsVisibility: "sealed" }), "Voted; not opened")
    assert.include(shown({}), "Counted, up to the limit")
    assert.notInclude(shown({ hasLimit: false }), "limit")
    assert.include(shown({ use: "excluded" }), "Not counted: you were suspended or had left when they voted")
  })
})

describe("quadratic points in the vote box", () => {
  const choices = ["Lake", "Hall"].map((label) => ({ key: label.toLowerCase(), label, note: "" }))
  const rules = { voteType: "quadratic" as const, choices, maxSelections: null }
  const shown = (points: Readonly<Record<string, string>>) =>
    renderToStaticMarkup(
      <QuadraticPoints rules={rules} selection={{ ...selectionOf(rules, null), points }} onPoints={() => undefined} />
    )

  it("have a label on each control, their cost, and the remainder", () => {
    const html = shown({ lake: "6", hall: "3" })
    for (const name of ["Points for Lake, as a slider", "One point less for Lake", "One point more for Hall"]) {
      assert.include(html, `aria-label="${name}"`)
    }
    for (const words of ["costs 36", "costs 9", "55 credits left"]) assert.include(html, words)
    assert.include(shown({ lake: "10", hall: "1" }), "1 credit too many")
    assert.include(shown({ lake: "10" }), "All 100 credits are spent")
    assert.include(shown({ lake: "1.5" }), "not a whole number")
  })
})
