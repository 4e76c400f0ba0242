/** What the site and the ledger responded about a receipt, and the report that follows from it. Pure. */
import { grouped } from "~/effects/base/text/grouped"
import type { BondReceipt } from "./bondReceipt"
import { attos, bondVerdict, HELD_STEP, LEDGER_STEP, SITE_STEP } from "./checkBondReceipt"
import { BALLOT_SITE_STEP, receiptVerdict } from "./checkStatement"
import { OTHER_LAYOUT } from "./layout"
import type { LedgerTransaction } from "./ledgerTransaction"
import { failed, type Report, type Step } from "./Report"
import { type AnyReceipt, type Asker, isBallotReceipt, issuerOf, type Questions } from "./receiptQuestions"

/** No response, or not reachable. */
export type Silent = "silent"

export interface LedgerResponses {
  /** Whether the site issued exactly this document. */
  readonly site: boolean | Silent
  /** Null if the ledger has no such transaction. */
  readonly transaction: LedgerTransaction | null | Silent
  /** A balance. */
  readonly held: string | Silent
}

const siteStep = (file: AnyReceipt, { issued }: Questions, { site }: LedgerResponses, { origin }: Asker): Step => {
  const name = isBallotReceipt(file) ? BALLOT_SITE_STEP : SITE_STEP
  const base = { name, figure: "" }
  if (issued === null) {
    return { ...base, state: "warn", detail: `Another site issued it. Only ${issuerOf(file)} can confirm it.` }
  }
  if (site === "silent") return { ...base, state: "warn", detail: `${origin} did not answer.` }
  return site
    ? { ...base, state: "ok", detail: `${origin} has the same number and the same hash in its records.` }
    : { ...base, state: "bad", detail: `${origin} has not issued a receipt with this number and this content.` }
}

const changeOf = ({ fungibleChanges }: LedgerTransaction, isHolder: (entity: string) => boolean, resource: string) =>
  fungibleChanges
    .filter((change) => change.resource === resource && isHolder(change.entity))
    .reduce((sum, { change }) => sum + attos(change), 0n)

/** What the transaction should show and does not; undefined if it shows everything. */
const otherwise = (file: BondReceipt, seen: LedgerTransaction): string | undefined => {
  if (seen.status !== "CommittedSuccess") return "The transaction failed and moved nothing."
  if (seen.stateVersion !== file.stateVersion) {
    return `The transaction is at ledger version ${seen.stateVersion}, not ${file.stateVersion}.`
  }
  if (Date.parse(seen.at) !== Date.parse(file.settledAt)) return "The transaction was committed at another time."
  if (file.kind !== "coupon" && !seen.subintents.includes(file.subintent)) {
    return "The transaction does not carry the part that the account signed."
  }
  const isOwn = (entity: string) => entity === file.account
  const [units, total] = [attos(String(file.units)), attos(file.total)]
  const money = changeOf(seen, isOwn, file.currency)
  const bonds = changeOf(seen, isOwn, file.bondResource)
  const stored = changeOf(seen, (entity) => entity.startsWith("locker_"), file.currency)
  // Several orders of one account may settle together, so it may have moved more.
  const fits = {
    purchase: bonds >= units && money <= -total,
    redemption: bonds <= -units && money >= total,
    coupon: "paidTo" in file && (file.paidTo === "account" ? money : stored) >= total
  }
  return fits[file.kind] ? undefined : "The transaction moved other amounts."
}

const SILENT_LEDGER = "The ledger gateway did not answer."
const OTHER_NETWORK = "It is on a different network from the one this site reads."

const transactionStep = (file: BondReceipt, { transaction: id }: Questions, { transaction }: LedgerResponses): Step => {
  const base = { name: LEDGER_STEP, figure: "" }
  if (id === null) return { ...base, state: "warn", detail: OTHER_NETWORK }
  if (transaction === "silent") return { ...base, state: "warn", detail: SILENT_LEDGER }
  const problem = transaction === null ? "The ledger has no such transaction." : otherwise(file, transaction)
  return problem === undefined
    ? {
        ...base,
        state: "ok",
        detail: `Ledger version ${grouped(file.stateVersion)}, with these amounts.`
      }
    : { ...base, state: "bad", detail: problem }
}

const heldSteps = (file: BondReceipt, { held: asked }: Questions, { held }: LedgerResponses): ReadonlyArray<Step> => {
  if (file.kind !== "coupon") return []
  const base = { name: HELD_STEP, figure: "" }
  if (asked === null) return [{ ...base, state: "warn", detail: OTHER_NETWORK }]
  if (held === "silent") return [{ ...base, state: "warn", detail: SILENT_LEDGER }]
  const at = `at ledger version ${grouped(file.recordVersion)}`
  return attos(held) === attos(String(file.units))
    ? [{ ...base, state: "ok", detail: `${file.units} ${at}.` }]
    : [{ ...base, state: "bad", detail: `It held ${held} ${at}.` }]
}

const CONFIRMED = "The site that issued it has the same number and hash, and the ledger shows the same."
const BALLOT_CONFIRMED = "The site that issued it has exactly this ballot at this place in its record."

const openDetail = (file: AnyReceipt, asked: ReadonlyArray<Step>, isSilent: boolean): string => {
  const open = asked.filter(({ state }) => state === "warn").map(({ detail }) => detail)
  const known = !isBallotReceipt(file) && asked.some(({ name, state }) => name === LEDGER_STEP && state === "ok")
  return [
    isBallotReceipt(file)
      ? "The signature is the account's; the place in the record is not signed."
      : "Anyone could have written what is in the file.",
    known ? "The ledger shows its transaction." : "",
    ...new Set(open),
    isSilent ? "Try again later." : ""
  ]
    .filter((words) => words !== "")
    .join(" ")
}

/** @param report on the file alone; a negative one needs no responses. */
export const withResponses = (
  report: Report,
  file: AnyReceipt,
  questions: Questions,
  responses: LedgerResponses,
  asker: Asker
): Report => {
  const asked = [
    siteStep(file, questions, responses, asker),
    ...(isBallotReceipt(file)
      ? []
      : [transactionStep(file, questions, responses), ...heldSteps(file, questions, responses)])
  ]
  const steps = report.steps.map((step) => asked.find(({ name }) => name === step.name) ?? step)
  const verdict = (confirmation: "confirmed" | "open" | "refuted") =>
    isBallotReceipt(file) ? receiptVerdict(file, confirmation) : bondVerdict(file, confirmation)
  const withLayout = (words: string) => (report.detail.startsWith(OTHER_LAYOUT) ? `${OTHER_LAYOUT} ${words}` : words)
  const findings = failed(asked)
  const [first] = findings
  if (first !== undefined) {
    return {
      ...report,
      holds: false,
      confirmation: undefined,
      steps,
      findings,
      verdict: verdict("refuted"),
      detail: first.words
    }
  }
  if (asked.every(({ state }) => state === "ok")) {
    const detail = isBallotReceipt(file) ? BALLOT_CONFIRMED : CONFIRMED
    return { ...report, confirmation: "confirmed", steps, verdict: verdict("confirmed"), detail: withLayout(detail) }
  }
  const isSilent =
    (questions.issued !== null && responses.site === "silent") ||
    (questions.transaction !== null && responses.transaction === "silent") ||
    (questions.held !== null && responses.held === "silent")
  return {
    ...report,
    confirmation: isSilent ? "unanswered" : "open",
    steps,
    verdict: verdict("open"),
    detail: withLayout(openDetail(file, asked, isSilent))
  }
}
