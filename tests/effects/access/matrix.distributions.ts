/**
 * Payouts and budgets in the access matrix. Holders of an admin badge on the ledger may manage them; communities that
 * are not deployed have none, and everybody signed in is told so before any other check.
 */
import { type Entry, everybody, inBoth, insiders, nobody, owner, page, post, type Row, signedIn } from "./cells"

const deny: Row["deny"] = Object.fromEntries(signedIn.map((who) => [who, 409]))
export const notDeployed = { deny }

const intents = [
  "create",
  "read-again",
  "read-list",
  "mend",
  "add-up",
  "drop-later",
  "exclude-wrong",
  "repeat",
  "skip",
  "unskip",
  "accept",
  "reopen",
  "stop",
  "approve",
  "put-to-vote",
  "start",
  "next",
  "pause",
  "resume",
  "retry",
  "take-up",
  "recover",
  "pay",
  "fund-escrow",
  "discard-funding",
  "withdraw-escrow",
  "withdraw-by-wallet"
]

const budgetIntents = [
  "create",
  "put-to-vote",
  "fund-escrow",
  "discard-funding",
  "give-up",
  "order",
  "order-back",
  "pause",
  "resume",
  "finish",
  "retry",
  "take-back"
]

export const budgetRows: Entry = [
  ...page(),
  ...page({ what: "one that is not there", query: () => "?b=1", ok: 404 }),
  ...inBoth("GET", nobody, { what: "a new one", query: () => "?new=1", ...notDeployed }),
  ...budgetIntents.flatMap((intent) => post(intent, nobody, 303, undefined, notDeployed))
]

/** No community here is deployed, so nobody can submit; without an expense, every decision is about nothing. */
export const expenseRows: Entry = [
  ...page(),
  ...page({ what: "one that is not there", query: () => "?e=1", ok: 404 }),
  ...inBoth("GET", insiders, { what: "a new one", query: () => "?new=1" }),
  ...inBoth("GET", owner, { what: "the rules", query: () => "?rules=1" }),
  ...page({ what: "sums", query: () => "?sums=2026" }),
  ...post("submit", nobody, 303, undefined, { deny: Object.fromEntries(insiders.map((who) => [who, 409])) }),
  ...["reply", "withdraw", "approve", "ask", "refuse", "pay", "read-again"].flatMap((intent) =>
    post(intent, everybody, 404)
  ),
  ...post("gather", nobody, 303, () => ({ expense: "1" }), notDeployed),
  ...post("save-rules", owner, 303, () => ({ reviewers: "owner", categories: "Tools" }))
]

export const distributionRows: Entry = [
  ...page(),
  ...inBoth("GET", nobody, { what: "a new one", query: () => "?new=1", ...notDeployed }),
  ...intents.flatMap((intent) => post(intent, nobody, 303, undefined, notDeployed))
]
