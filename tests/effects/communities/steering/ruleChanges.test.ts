import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import type { GovernanceSettings } from "~/effects/access/Community"
import { fractions } from "~/effects/access/exactThreshold"
import { proposalKinds } from "~/effects/access/proposalKinds"
import type { Threshold } from "~/effects/access/threshold"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { templates } from "~/effects/communities/communities/templates"
import { checkDecisions } from "~/effects/communities/founding/forms"
import { governanceOf } from "~/effects/communities/founding/governance"
import { decisionsOf, type Kind } from "~/effects/communities/founding/values"
import {
  changedFields,
  changedValues,
  changePayload,
  changesRules,
  changeText,
  missingLines,
  outdated,
  ruleChanges
} from "~/effects/communities/steering/ruleChanges"

const rulesOf = (governance: GovernanceSettings, template = "club") => ({ template, governance })
const club = rulesOf(templates.club.governance)
const withKind = (kind: Kind, over: Partial<GovernanceSettings["kinds"]["decision"]>) =>
  rulesOf({
    ...club.governance,
    kinds: { ...club.governance.kinds, [kind]: { ...club.governance.kinds[kind], ...over } }
  })

const threshold: fc.Arbitrary<Threshold> = fc.oneof(
  fc.constantFrom(50, 60, 66.67, 75, 100),
  fc.constantFrom(...fractions)
)
const kindRules = fc.record({
  periodHours: fc.integer({ min: 24, max: 336 }),
  quorumPct: fc.constantFrom(0, 10, 12.5, 35, 66.67, 100),
  thresholdPct: threshold
})
const governance: fc.Arbitrary<GovernanceSettings> = fc
  .record({
    proposerRole: fc.constantFrom<GovernanceSettings["proposerRole"]>("member", "moderator"),
    weightMode: fc.constantFrom<GovernanceSettings["weightMode"]>("member", "token", "sqrt", "assigned"),
    kinds: fc.record({ decision: kindRules, spending: kindRules, rule: kindRules, election: kindRules }),
    reviewHours: fc.integer({ min: 0, max: 168 }),
    resultsVisibility: fc.constantFrom<GovernanceSettings["resultsVisibility"]>("always", "afterVote", "afterClose"),
    bondsNeedVote: fc.boolean(),
    minMembershipHours: fc.integer({ min: 0, max: 720 }),
    freePayout: fc.constantFrom(undefined, "12.5", "1000"),
    lentLimitPct: fc.constantFrom(undefined, 0, 25, 100)
  })
  .map(
    ({ freePayout, lentLimitPct, ...rest }): GovernanceSettings => ({
      ...rest,
      ...(lentLimitPct === undefined ? {} : { lentLimitPct }),
      ...(freePayout === undefined ? {} : { freePayout: AmountText.make(freePayout) })
    })
  )
const someRules = fc.record({ template: fc.constantFrom("club", "co-operative", "grant-fund"), governance })

describe("a change of the rules", () => {
  it("lists what changes, old and new, and nothing else", () => {
    assert.deepEqual(changePayload(club, withKind("decision", { quorumPct: 35 })), {
      words: ["Quorum of decisions: 10% → 35%"],
      changes: [{ field: "decision.quorumPct", from: "10", to: "35" }]
    })
    const almost = withKind("rule", { thresholdPct: 66.67 })
    assert.deepEqual(changePayload(almost, club).words, ["Agreement of rule changes: at least 66.67% → at least 2/3"])
    assert.deepEqual(changePayload(club, withKind("spending", { quorumPct: 0, periodHours: 24 })).words, [
      "Voting time of spending: 168 h → 24 h",
      "Quorum of spending: 20% → one ballot"
    ])
  })

  it("has a label for every field", () => {
    const after: GovernanceSettings = {
      ...club.governance,
      weightMode: "assigned",
      proposerRole: "moderator",
      reviewHours: 0,
      minMembershipHours: 48,
      bondsNeedVote: true,
      freePayout: AmountText.make("1250.5"),
      lentLimitPct: 25,
      resultsVisibility: "afterClose"
    }
    assert.deepEqual(changePayload(club, rulesOf(after, "co-operative")).words, [
      "Template: Club → Co-operative",
      "Voting power: One member, one vote → Assigned to each member",
      "Who can propose: any member → moderators and the owner",
      "Review before voting: 24 h → none",
      "Membership before voting: none → 48 h",
      "Bonds: decided by the owner → need a vote",
      "Payouts without a vote: none → up to 1,250.5 of one token in 30 days",
      "Delegation cap: 10% → 25%",
      "When results are shown: Always → After the vote closes"
    ])
  })

  it("is empty if nothing changes or the same value is written differently", () => {
    assert.deepEqual(ruleChanges(club, club), [])
    const [quarters, percent] = [withKind("rule", { thresholdPct: "3/4" }), withKind("rule", { thresholdPct: 75 })]
    assert.deepEqual(ruleChanges(quarters, percent), [])
    assert.isFalse(changesRules(quarters, percent.governance))
    assert.isFalse(changesRules({ ...club, template: "grant-fund" }, club.governance))
    assert.isTrue(changesRules(club, withKind("rule", { thresholdPct: 66.67 }).governance))
  })

  it("names every field that differs exactly once, and no other", () => {
    fc.assert(
      fc.property(someRules, someRules, (before, after) => {
        const { changes, words } = changePayload(before, after)
        const [was, is] = [
          decisionsOf(before.template, before.governance),
          decisionsOf(after.template, after.governance)
        ]
        const named = changes.map(({ field }) => field)
        assert.strictEqual(new Set(named).size, named.length)
        assert.strictEqual(words.length, named.length)
        assert.strictEqual(new Set(words).size, words.length)
        for (const field of changedFields) {
          const change = changes.find((one) => one.field === field)
          if (change === undefined) {
            // A threshold may be the same in another spelling.
            if (!field.endsWith("thresholdPct")) assert.strictEqual(was[field], is[field], field)
          } else {
            assert.deepEqual(change, { field, from: was[field], to: is[field] })
            assert.notStrictEqual(was[field], is[field], field)
          }
        }
        for (const line of words) {
          const [from, to] = line.slice(line.indexOf(": ") + 2).split(" → ")
          assert.notStrictEqual(from, to, line)
        }
      })
    )
  })

  it("covers every field of the form", () => {
    assert.sameMembers([...changedFields], Object.keys(decisionsOf("club", club.governance)))
    assert.strictEqual(changedFields.filter((field) => field.includes(".")).length, 3 * proposalKinds.length)
  })

  it("gives the requested rules when executed", () => {
    fc.assert(
      fc.property(someRules, someRules, (before, after) => {
        const form = Either.getOrThrow(checkDecisions(changedValues(before, ruleChanges(before, after))))
        assert.deepEqual(ruleChanges({ template: form.template, governance: governanceOf(form) }, after), [])
      })
    )
  })

  it("does not overwrite what another vote has changed meanwhile", () => {
    const changes = ruleChanges(club, withKind("decision", { quorumPct: 35 }))
    const meanwhile = withKind("spending", { quorumPct: 50 })
    const values = changedValues(meanwhile, changes)
    assert.deepEqual([values["decision.quorumPct"], values["spending.quorumPct"]], ["35", "50"])
    assert.deepEqual(outdated(changes, meanwhile), [])
    assert.deepEqual(outdated(changes, withKind("decision", { quorumPct: 20 })), changes)
  })

  it("is written in the proposal's text on separate lines, which may not be removed", () => {
    fc.assert(
      fc.property(someRules, someRules, fc.string(), (before, after, why) => {
        const { words } = changePayload(before, after)
        assert.deepEqual(missingLines(`${changeText(words)}\n${why}`, words), [])
        assert.strictEqual(missingLines("", words).length, words.length)
      })
    )
    const words = ["Quorum of decisions: 10% → 35%"]
    assert.deepEqual(missingLines("- Quorum of decisions: 10% → 36%", words), ["- Quorum of decisions: 10% → 35%"])
  })
})
