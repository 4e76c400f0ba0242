import { describe, expect, it } from "vitest"
import {
  firstStepWith,
  mergeValues,
  stepOfField,
  valuesAfter,
  withKind
} from "~/components/governance/proposals/form-steps"
import type { GovernanceSettings } from "~/effects/access/Community"
import { emptyValues } from "~/effects/governance/proposals/forms"

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
  reviewHours: 24,
  resultsVisibility: "always",
  bondsNeedVote: false,
  minMembershipHours: 0
}
const stored = emptyValues(settings)
const refused = (sent: Readonly<Record<string, string | ReadonlyArray<string>>>) => ({
  intent: "publish",
  ok: false,
  code: "E-FIELDS",
  message: "",
  fields: {},
  sent,
  requestId: "r",
  stored: null
})

describe("the form of a proposal", () => {
  it("leads to the first step with an error", () => {
    expect(firstStepWith({ quorumPct: "no", choices: "no" })).toBe("choices")
    expect(firstStepWith({ body: "no", manifest: "no" })).toBe("text")
    expect(firstStepWith({})).toBeNull()
    expect(stepOfField("form")).toBe("review")
  })

  it("keeps everything of a refused form", () => {
    const kept = valuesAfter(
      refused({
        title: "Hey",
        kind: "spending",
        voteType: "single",
        choice: ["A", "B"],
        choiceNote: ["one", ""],
        when: "later"
      }),
      stored
    )
    expect(kept).toMatchObject({
      title: "Hey",
      kind: "spending",
      voteType: "single",
      when: "later",
      choices: [
        { label: "A", note: "one" },
        { label: "B", note: "" }
      ],
      quorumPct: "10"
    })
    expect(valuesAfter(refused({ reason: "of another form" }), stored)).toBe(stored)
  })

  it("takes from a draft only the form's own fields", () => {
    const merged = mergeValues(stored, {
      title: 7,
      body: "text",
      kind: "war",
      choices: [{ label: "A" }, { label: "B", note: "" }],
      extra: "x"
    })
    expect(merged).toEqual({ ...stored, body: "text", choices: [{ label: "B", note: "" }] })
  })

  it("fills in the community's numbers for each kind", () => {
    expect(withKind(stored, "spending", settings)).toMatchObject({
      kind: "spending",
      periodHours: "168",
      quorumPct: "20",
      thresholdPct: "60",
      reviewHours: "24"
    })
  })
})
