/**
 * Confirms a receipt: the site that issued it gets its number and hash, the ledger gateway gets transaction and
 * account. The file is never sent, and only the page's own site is asked, never an address from the file.
 */
import { type AskLedger, askAccounts } from "~/effects/governance/votes/file/askLedger"
import { COMMITTED_PATH, committedQuestion, readCommitted } from "~/effects/governance/votes/file/ledgerTransaction"
import type { Report } from "~/effects/governance/votes/file/Report"
import { type Issued, type Questions, questionsOf, receiptIn } from "~/effects/governance/votes/file/receiptQuestions"
import { type LedgerResponses, type Silent, withResponses } from "~/effects/governance/votes/file/receiptResponses"
import { gatewayOf, type Site } from "./site"

const TIMEOUT = 8_000

const wasIssued = async ({ digest, kind, number, of }: Issued): Promise<boolean> => {
  const response = await fetch(`/api/receipts?${new URLSearchParams({ kind, of, number, digest })}`, {
    signal: AbortSignal.timeout(TIMEOUT)
  })
  const body: unknown = response.ok ? await response.json() : undefined
  if (typeof body === "object" && body !== null && "issued" in body && typeof body.issued === "boolean") {
    return body.issued
  }
  throw new Error(`the site responded with ${response.status}`)
}

const transactionOf = async (ask: AskLedger, id: string) => {
  const response = await ask(COMMITTED_PATH, committedQuestion(id))
  return response === undefined ? null : readCommitted(response)
}

const heldOf = async (ask: AskLedger, { account, resource, version }: NonNullable<Questions["held"]>) => {
  const found = await askAccounts(ask, { accounts: [account], resource, version })
  return found.get(account)?.balance ?? "0"
}

/** A null question is not asked; a failure counts as no response. */
const ask = async <Q, A>(question: Q | null, put: (question: Q) => Promise<A>): Promise<A | Silent> => {
  if (question === null) return "silent"
  try {
    return await put(question)
  } catch {
    return "silent"
  }
}

/** The report with the responses added; unchanged for files that are not receipts. */
export const confirmHere = async (text: string, report: Report, site: Site): Promise<Report> => {
  const file = report.holds && report.confirmation !== undefined ? receiptIn(text) : null
  if (file === null) return report
  const questions = questionsOf(file, site)
  const gateway = gatewayOf(site.gatewayUrl, TIMEOUT)
  const [issued, transaction, held] = await Promise.all([
    ask(questions.issued, wasIssued),
    ask(questions.transaction, (id) => transactionOf(gateway, id)),
    ask(questions.held, (question) => heldOf(gateway, question))
  ])
  const responses: LedgerResponses = { site: issued, transaction, held }
  return withResponses(report, file, questions, responses, site)
}
