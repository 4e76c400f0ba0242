/** What acts and rules are called. Pure, and without the schemas: pages load it. */
import type { Act, ActPayload, Release, RuleChange, StepAct } from "./Act"

const KINDS: Readonly<Record<Act["kind"], string>> = {
  payment: "Payment",
  rule: "Change of keepers",
  release: "End of keeping",
  issue: "Issue",
  parking: "Parking",
  back: "Taking back",
  recovery: "Recovery"
}

/** It is a step of the treasury, proven as steps are. */
export const isStepAct = (payload: ActPayload): payload is StepAct =>
  payload.kind === "issue" || payload.kind === "parking" || payload.kind === "back" || payload.kind === "recovery"

/** It leaves another rule behind. */
export const isRuleAct = (payload: ActPayload): payload is RuleChange | Release =>
  payload.kind === "rule" || payload.kind === "release"

/** "Payment 31", "Change of keepers 32". */
export const actName = ({ kind, number }: Pick<Act, "kind" | "number">): string => `${KINDS[kind]} ${number}`

/** "2 of 3 keepers". */
export const ruleWords = ({ needed, seats }: Pick<RuleChange, "needed" | "seats">): string =>
  `${needed} of ${seats.length} keepers`

/** The rule that an act leaves behind, for sentences about the treasury; null for one that leaves it as it is. */
export const ruleLeft = (payload: ActPayload): string | null => {
  if (!isRuleAct(payload)) return null
  return payload.kind === "rule" ? ruleWords(payload) : "any one admin badge"
}

/** It leaves fewer badges needed than today: whatever is on loan meanwhile could open the treasury afterwards. */
export const loosens = (payload: ActPayload): boolean =>
  payload.kind === "release" || (payload.kind === "rule" && payload.needed < payload.from.needed)
