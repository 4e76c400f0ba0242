import { assert, describe, it } from "@effect/vitest"
import type { GovernanceSettings } from "~/effects/access/Community"
import { THRESHOLD_HELP } from "~/effects/access/exactThreshold"
import { explain } from "~/effects/access/rules"
import type { Threshold } from "~/effects/access/threshold"
import { seal } from "~/effects/governance/votes/ballot/Ballot"
import { mayCancel } from "~/effects/governance/votes/proposal/cancel"
import { eligibilityOf, type VoterState } from "~/effects/governance/votes/proposal/eligibility"
import {
  closingStep,
  HOUR_MS,
  isRefused,
  type ProposalStep,
  takeStep
} from "~/effects/governance/votes/proposal/lifeCycle"
import { BASIC_CHOICES, ProposalStatus, type ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import {
  countProblem,
  NO_TOKEN_YET,
  NOT_SHOWN,
  openLimitProblem,
  ruleProblems,
  SEATS_FOR_EQUALS
} from "~/effects/governance/votes/proposal/rules"
import { ANYBODY, visibleEntry, visibleResults } from "~/effects/governance/votes/proposal/visibleResults"
import { fixedChoices } from "~/effects/governance/votes/proposal/voteTypes"
import { asAccount } from "../../../addresses"
import { CLOSES, chainOf, labelled, OPENS, proposalOf, testVoter } from "./world"

const kind = { periodHours: 120, quorumPct: 10, thresholdPct: 50 }
const settings: GovernanceSettings = {
  proposerRole: "member",
  weightMode: "member",
  kinds: {
    decision: kind,
    spending: { periodHours: 168, quorumPct: 20, thresholdPct: 60 },
    rule: kind,
    election: kind
  },
  reviewHours: 0,
  resultsVisibility: "always",
  bondsNeedVote: false,
  minMembershipHours: 0
}
const written: ProposalText = {
  kind: "decision",
  title: "A second screening",
  summary: "",
  body: "We show one film a week. This asks for a second one, on Sundays.",
  voteType: "basic",
  choices: BASIC_CHOICES,
  maxSelections: null,
  seats: null,
  reviewHours: 0,
  opensAt: OPENS,
  closesAt: OPENS + 120 * HOUR_MS,
  quorumPct: 40,
  thresholdPct: 50
}
const problems = (over: Partial<ProposalText>) => ruleProblems({ ...written, ...over }, settings, OPENS)

describe("the rules of a proposal", () => {
  it("accept requirements as high as the community's or higher", () => {
    assert.deepStrictEqual(problems({}), {})
    assert.deepStrictEqual(problems({ closesAt: OPENS + 336 * HOUR_MS, thresholdPct: 66.67, quorumPct: 10 }), {})
  })
  it("never let the author lower them", () => {
    assert.deepStrictEqual(problems({ quorumPct: 5 }), { quorumPct: "This community asks for at least 10%." })
    assert.deepStrictEqual(problems({ kind: "spending", closesAt: OPENS + 168 * HOUR_MS, thresholdPct: 55 }), {
      thresholdPct: "This community asks for at least 60%."
    })
    const thirds = { ...settings, kinds: { ...settings.kinds, decision: { ...kind, thresholdPct: "2/3" as const } } }
    const least = (thresholdPct: Threshold) => ruleProblems({ ...written, thresholdPct }, thirds, OPENS)
    assert.deepStrictEqual(least(66.66), { thresholdPct: "This community asks for at least 2/3." })
    for (const enough of ["2/3", "3/4", 66.67] as const) assert.deepStrictEqual(least(enough), {})
    assert.deepStrictEqual(problems({ closesAt: OPENS + 119 * HOUR_MS }), {
      closesAt: "This community asks for at least 120 hours."
    })
  })
  it("report errors field by field", () => {
    assert.deepStrictEqual(problems({ title: "Hi", body: "Short.", summary: "x".repeat(281) }), {
      title: "Title: 5 to 140 characters.",
      summary: "Summary: at most 280 characters.",
      body: "Please explain in at least 50 characters."
    })
    assert.deepStrictEqual(problems({ voteType: "single", choices: labelled("Lake", "lake ") }), {
      choices: "Two choices are the same: lake ."
    })
    assert.deepStrictEqual(problems({ voteType: "single", choices: labelled("Lake") }), {
      choices: "Enter 2 to 20 choices."
    })
    assert.deepStrictEqual(problems({ closesAt: OPENS + 20.5 * HOUR_MS }), {
      closesAt: "Enter a whole number of hours from 24 to 336."
    })
    assert.property(problems({ opensAt: OPENS + 31 * 24 * HOUR_MS, closesAt: OPENS + 36 * 24 * HOUR_MS }), "opensAt")
    assert.deepStrictEqual(problems({ thresholdPct: 49 }), { thresholdPct: THRESHOLD_HELP })
    assert.deepStrictEqual(problems({ thresholdPct: Number.NaN }), { thresholdPct: THRESHOLD_HELP })
    assert.property(problems({ quorumPct: 10.001 }), "quorumPct")
    assert.property(problems({ seats: 2 }), "seats")
  })
  it("decide by consent only where results are always shown, since objections are answered during the vote", () => {
    const consent = {
      ...written,
      voteType: "consent",
      choices: fixedChoices("consent") ?? [],
      thresholdPct: 100
    } as const
    assert.deepStrictEqual(ruleProblems(consent, settings, OPENS), {})
    for (const resultsVisibility of ["afterVote", "afterClose", "sealed"] as const) {
      assert.deepStrictEqual(ruleProblems(consent, { ...settings, resultsVisibility }, OPENS), { voteType: NOT_SHOWN })
    }
    assert.deepStrictEqual(problems({ ...consent, choices: BASIC_CHOICES }), {
      choices: "This way to vote has the choices Consent, Object and Abstain."
    })
  })
  it("fill several seats by ranking only where every member has one vote", () => {
    const board = { ...written, kind: "election", voteType: "ranked", seats: 3, choices: labelled(..."ABCDE") } as const
    assert.deepStrictEqual(ruleProblems(board, settings, OPENS), {})
    for (const weightMode of ["assigned", "token", "sqrt"] as const) {
      assert.deepStrictEqual(ruleProblems(board, { ...settings, weightMode }, OPENS), { seats: SEATS_FOR_EQUALS })
      assert.deepStrictEqual(ruleProblems({ ...board, voteType: "approval" }, { ...settings, weightMode }, OPENS), {})
    }
    assert.deepStrictEqual(problems({ ...board, kind: "decision" }), {
      seats: "Several seats need an election by approval or by ranking."
    })
  })
  it("accept a value just within a limit, and none beyond it", () => {
    const DAY = 24 * HOUR_MS
    const election = { kind: "election", voteType: "approval", choices: labelled(..."ABCDEFGHIJKL") } as const
    const edges: ReadonlyArray<
      readonly [ok: ReadonlyArray<Partial<ProposalText>>, bad: ReadonlyArray<Partial<ProposalText>>]
    > = [
      [
        [{ title: "x".repeat(5) }, { title: "x".repeat(140) }],
        [{ title: "x".repeat(4) }, { title: "x".repeat(141) }]
      ],
      [[{ summary: "x".repeat(280) }, { body: "x".repeat(20_000) }], [{ body: "x".repeat(20_001) }]],
      [[{ body: "x".repeat(50) }], [{ body: "x".repeat(49) }]],
      [[{ reviewHours: 168 }], [{ reviewHours: 169 }, { reviewHours: -1 }, { reviewHours: 0.5 }]],
      [
        [{ opensAt: OPENS - HOUR_MS, closesAt: OPENS + 119 * HOUR_MS }],
        [{ opensAt: OPENS - 2 * HOUR_MS, closesAt: OPENS + 118 * HOUR_MS }]
      ],
      [
        [{ opensAt: OPENS + 30 * DAY, closesAt: OPENS + 35 * DAY }],
        [{ opensAt: OPENS + 30 * DAY + HOUR_MS, closesAt: OPENS + 35 * DAY + HOUR_MS }]
      ],
      [[{ closesAt: OPENS + 336 * HOUR_MS }], [{ closesAt: OPENS + 337 * HOUR_MS }]],
      [[{ thresholdPct: 100, quorumPct: 100 }], [{ thresholdPct: 100.01 }, { quorumPct: 101 }]],
      [
        [
          { ...election, seats: 10 },
          { ...election, seats: 2, choices: labelled("A", "B", "C") },
          { ...election, seats: 2, voteType: "ranked" }
        ],
        [
          { ...election, seats: 11 },
          { ...election, seats: 0 },
          { ...election, seats: 1.5 },
          { ...election, seats: 2, choices: labelled("A", "B") },
          { ...election, seats: 2, voteType: "single" },
          { ...election, seats: 2, kind: "decision" }
        ]
      ],
      [
        [
          { ...election, maxSelections: 1 },
          { ...election, maxSelections: 12 }
        ],
        [
          { ...election, maxSelections: 0 },
          { ...election, maxSelections: 13 },
          { ...election, maxSelections: 1.5 },
          { ...election, maxSelections: 2, voteType: "single" }
        ]
      ]
    ]
    for (const [ok, bad] of edges) {
      for (const each of ok) assert.deepStrictEqual(problems(each), {}, JSON.stringify(each).slice(0, 200))
      for (const each of bad) assert.lengthOf(Object.keys(problems(each)), 1, JSON.stringify(each).slice(0, 200))
    }
  })
  it("include the limits of a community and of a member", () => {
    assert.isUndefined(countProblem(settings, null))
    assert.strictEqual(countProblem({ ...settings, weightMode: "sqrt" }, null), NO_TOKEN_YET)
    assert.isUndefined(openLimitProblem("member", 2))
    assert.strictEqual(openLimitProblem("member", 3), "You have 3 open proposals. Wait until one closes.")
    assert.isUndefined(openLimitProblem("moderator", 9))
    assert.isDefined(openLimitProblem("owner", 10))
  })
})

describe("the life cycle of a proposal (docs/product/votes.md)", () => {
  const STEPS: ReadonlyArray<ProposalStep> = [
    "publish",
    "discard",
    "edit",
    "open",
    "cancel",
    "vote",
    "pass",
    "fail",
    "missQuorum",
    "awaitExecution",
    "execute",
    "failExecution",
    "expire"
  ]
  it("has these transitions and no others", () => {
    const all = ProposalStatus.literals.flatMap((status) =>
      STEPS.flatMap((step) => {
        const after = takeStep(status, step)
        return isRefused(after) ? [] : [`${status} ${step} ${after}`]
      })
    )
    assert.deepStrictEqual(all, [
      "draft publish review",
      "draft discard discarded",
      "draft edit draft",
      "review edit review",
      "review open active",
      "review cancel cancelled",
      "active cancel cancelled",
      "active vote active",
      "active pass passed",
      "active fail failed",
      "active missQuorum noQuorum",
      "passed awaitExecution awaitingExecution",
      "awaitingExecution execute executed",
      "awaitingExecution failExecution executionFailed",
      "awaitingExecution expire expired",
      "executionFailed execute executed",
      "executionFailed failExecution executionFailed",
      "executionFailed expire expired"
    ])
  })
  it("refuses the rest with E-STATE and an explanation", () => {
    const after = takeStep("active", "edit")
    assert.isTrue(isRefused(after))
    if (isRefused(after)) {
      assert.strictEqual(after.code, "E-STATE")
      assert.strictEqual(explain(after), "This proposal is open; editing is no longer possible.")
    }
    assert.strictEqual(closingStep("noQuorum"), "missQuorum")
  })
  it("permits its author to cancel before the first ballot, and moderators before the close", () => {
    const proposal = { author: asAccount("a"), status: "active" as const, ballotCount: 0, closesAt: CLOSES }
    const ok = (who: Parameters<typeof mayCancel>[0], over = {}, now = OPENS) =>
      mayCancel(who, { ...proposal, ...over }, now).ok
    assert.isTrue(ok({ account: asAccount("a"), role: "member" }))
    assert.isFalse(ok({ account: asAccount("a"), role: "member" }, { ballotCount: 1 }))
    assert.isFalse(ok({ account: asAccount("b"), role: "member" }))
    assert.isFalse(ok({ account: asAccount("a"), role: null }))
    assert.isTrue(ok({ account: asAccount("b"), role: "moderator" }, { ballotCount: 9 }))
    assert.isFalse(ok({ account: asAccount("b"), role: "owner" }, {}, CLOSES))
    assert.isFalse(ok({ account: asAccount("b"), role: "owner" }, { status: "passed" }))
  })
})

describe("who may vote", () => {
  const vote = {
    status: "active" as const,
    opensAt: OPENS,
    closesAt: CLOSES,
    minMembershipHours: 24,
    weightMode: "token" as const,
    snapshot: proposalOf({ voters: [testVoter("ada")] }).snapshot
  }
  const voter: VoterState & { readonly membership: NonNullable<VoterState["membership"]> } = {
    membership: { status: "active" as const, joinedAt: OPENS - 25 * HOUR_MS, suspendedUntil: null },
    weight: "3",
    heldNow: "12.5",
    tokenSymbol: "GRD"
  }
  const words = (over: Partial<VoterState>, change = {}, now = OPENS + 1) => {
    const found = eligibilityOf({ ...vote, ...change }, { ...voter, ...over }, now)
    return found.ok ? found.weight : `${found.code} ${found.words}`
  }
  it("explains each reason with its values", () => {
    assert.strictEqual(words({}), "3")
    assert.strictEqual(
      words({ membership: { ...voter.membership, joinedAt: OPENS - HOUR_MS } }),
      "TOO_NEW You joined 12 Nov 2026, 17:00 UTC. Members who joined before 11 Nov 2026, 18:00 UTC can vote. You can vote on proposals that open after 13 Nov 2026, 17:00 UTC."
    )
    assert.strictEqual(
      words({ weight: null }),
      "NO_WEIGHT Your account held 0 GRD at ledger version 184,220,913 (12 Nov 2026, 18:00 UTC). It holds 12.5 now, so you can vote on the next proposal."
    )
    assert.match(words({ weight: null, heldNow: "0" }), /It holds 0 now\.$/)
    assert.strictEqual(words({}, { status: "review" }, OPENS - 1), "NOT_OPEN Voting opens 12 Nov 2026, 18:00 UTC.")
    assert.strictEqual(
      words({}, { status: "review" }, OPENS),
      "NOT_OPEN Voting was to open 12 Nov 2026, 18:00 UTC. Opening is delayed because the ledger cannot be reached. The full voting time is kept."
    )
    assert.strictEqual(
      words({ membership: null }),
      "NOT_MEMBER You are not a member. Votes here are for members who joined before 11 Nov 2026, 18:00 UTC, 24 hours before the opening."
    )
    assert.strictEqual(
      words({ membership: null }, { minMembershipHours: 0 }),
      "NOT_MEMBER You are not a member. Votes here are for members who joined before 12 Nov 2026, 18:00 UTC."
    )
    assert.match(words({}, {}, CLOSES), /^CLOSED /)
    assert.match(words({}, { status: "passed" }), /^CLOSED /)
    assert.strictEqual(eligibilityOf(vote, { ...voter, membership: null, weight: null }, OPENS + 1).ok, false)
  })
})

describe("hidden results", () => {
  const voted = { hasVoted: true }
  const at = (
    resultsVisibility: "always" | "afterVote" | "afterClose",
    status: "active" | "passed" | "cancelled" = "active"
  ) => ({
    resultsVisibility,
    status,
    closesAt: CLOSES
  })
  it("are visible as each setting permits, to the right people and at the right time", () => {
    const shown = (...args: Parameters<typeof visibleResults>) => visibleResults(...args).shown
    assert.isTrue(shown(at("always"), ANYBODY, OPENS))
    assert.isFalse(shown(at("afterVote"), ANYBODY, OPENS))
    assert.isTrue(shown(at("afterVote"), voted, OPENS))
    assert.isFalse(shown(at("afterClose"), voted, OPENS))
    assert.isFalse(shown(at("afterClose"), voted, CLOSES - 1))
    assert.isTrue(shown(at("afterClose"), ANYBODY, CLOSES))
    assert.isTrue(shown(at("afterClose", "passed"), ANYBODY, OPENS))
    assert.isFalse(shown(at("afterClose", "cancelled"), ANYBODY, CLOSES + 1))
  })
  it("name the time at which they are shown", () => {
    assert.deepStrictEqual(visibleResults(at("afterClose"), ANYBODY, OPENS), {
      shown: false,
      words: "Results are shown after voting closes."
    })
    assert.deepStrictEqual(visibleResults(at("afterVote"), ANYBODY, OPENS), {
      shown: false,
      words: "Results are shown after you vote."
    })
  })
  it("hide choice, reason, weight and the nonce of a ballot, which would reveal them", () => {
    const ada = testVoter("ada")
    const [entry] = chainOf(proposalOf({ voters: [ada] }), [{ voter: ada, choice: "yes", reason: "Because." }])
    if (entry === undefined) return assert.fail("one ballot")
    const sealed = visibleEntry(at("afterClose"), ANYBODY, OPENS, entry)
    assert.deepStrictEqual(sealed, seal(entry))
    const text = JSON.stringify(sealed)
    for (const secret of ["Because.", entry.ballot.nonce, '"yes"']) assert.notInclude(text, secret)
    assert.include(text, entry.digest)
    assert.deepStrictEqual(visibleEntry(at("always"), ANYBODY, OPENS, entry), entry)
  })
})
