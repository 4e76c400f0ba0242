/**
 * The state machine of a proposal (docs/product/votes.md). Pure; transitions that are not listed are refused with
 * E-STATE.
 */
import type { Refusal } from "~/effects/access/rules"
import type { ProposalStatus } from "./Proposal"

export const HOUR_MS = 3_600_000
export const EXECUTION_DAYS = 30

export type ProposalStep =
  | "publish"
  | "discard"
  | "edit"
  | "open"
  | "cancel"
  | "vote"
  | "pass"
  | "fail"
  | "missQuorum"
  | "giveUp"
  | "awaitExecution"
  | "execute"
  | "failExecution"
  | "expire"

/** Publishing leads to review; without review hours the opening follows immediately, as a transition of its own. */
const STEPS: Readonly<Record<ProposalStatus, Partial<Readonly<Record<ProposalStep, ProposalStatus>>>>> = {
  draft: { edit: "draft", publish: "review", discard: "discarded" },
  review: { edit: "review", open: "active", cancel: "cancelled" },
  active: {
    vote: "active",
    cancel: "cancelled",
    pass: "passed",
    fail: "failed",
    missQuorum: "noQuorum",
    giveUp: "uncountable"
  },
  passed: { awaitExecution: "awaitingExecution" },
  awaitingExecution: { execute: "executed", failExecution: "executionFailed", expire: "expired" },
  // May be tried again until it expires.
  executionFailed: { execute: "executed", failExecution: "executionFailed", expire: "expired" },
  discarded: {},
  cancelled: {},
  failed: {},
  noQuorum: {},
  uncountable: {},
  executed: {},
  expired: {}
}

const STATE_WORDS: Readonly<Record<ProposalStatus, string>> = {
  draft: "a draft",
  review: "in review",
  active: "open",
  passed: "passed",
  awaitingExecution: "passed and awaiting execution",
  executionFailed: "passed and its execution failed",
  discarded: "discarded",
  cancelled: "cancelled",
  failed: "closed",
  noQuorum: "closed",
  uncountable: "closed",
  executed: "executed",
  expired: "expired"
}

const STEP_WORDS: Readonly<Record<ProposalStep, string>> = {
  publish: "publishing",
  discard: "discarding",
  edit: "editing",
  open: "opening",
  cancel: "cancelling",
  vote: "voting",
  pass: "closing",
  fail: "closing",
  missQuorum: "closing",
  giveUp: "closing",
  awaitExecution: "execution",
  execute: "execution",
  failExecution: "execution",
  expire: "expiry"
}

/** The status after a transition, or why it is not allowed. */
export const takeStep = (status: ProposalStatus, step: ProposalStep): ProposalStatus | Refusal =>
  STEPS[status][step] ?? {
    ok: false,
    code: "E-STATE",
    params: { thing: "proposal", state: STATE_WORDS[status], action: STEP_WORDS[step] }
  }

export const isRefused = (after: ProposalStatus | Refusal): after is Refusal => typeof after !== "string"

/** The transition that a count leads to at the close. */
export const closingStep = (outcome: "passed" | "failed" | "noQuorum"): ProposalStep =>
  outcome === "passed" ? "pass" : outcome === "failed" ? "fail" : "missQuorum"

const CLOSED: ReadonlySet<ProposalStatus> = new Set([
  "passed",
  "failed",
  "noQuorum",
  "uncountable",
  "awaitingExecution",
  "executed",
  "executionFailed",
  "expired"
])
/** Whether voting is over and was counted, or could not be. Cancelled proposals are not included. */
export const isClosed = (status: ProposalStatus): boolean => CLOSED.has(status)

// docs/product/votes.md
export const DELAY_WORDS = "Opening is delayed because the ledger cannot be reached. The full voting time is kept."
