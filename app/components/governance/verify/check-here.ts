/**
 * Checks a file in the page. The file is never sent; for a receipt, the site and the ledger are asked about its claims.
 */

import { Cancelled, makePace, type OnProgress } from "~/effects/governance/votes/file/pace"
import type { Report } from "~/effects/governance/votes/file/Report"
import { NO_FILE_THERE, readResultAddress } from "~/effects/governance/votes/pages/resultPage"
import type { NotChecked } from "~/effects/governance/votes/pages/VerifyReply"
import { CheckerMissing, fetchChecker, missingWords } from "./checker"
import { type CheckedHere, type ReplyHere, SAMPLE_ADDRESS } from "./reply"
import { gatewayOf, type Site } from "./site"
import { FileGone, ThreadLost } from "./threads"

/** How to run a check: progress, cancellation, and the site that may confirm a receipt. */
export interface Asking {
  readonly site: Site
  readonly onProgress: OnProgress
  readonly signal: AbortSignal
}

/**
 * Without a network a thread may fail to load its script, which says nothing about the file; the page then checks it
 * itself.
 */
const withoutThreads = (cause: unknown): undefined => {
  if (cause instanceof ThreadLost && !navigator.onLine) return undefined
  throw cause
}

/** Checks large files in threads if the browser has them, all others in the page. */
const report = async (file: Blob, { onProgress, signal }: Asking): Promise<Report> => {
  const { checkBlob, checkInThreads, hasThreads, WORTH_THREADS } = await fetchChecker()
  if (file.size >= WORTH_THREADS && hasThreads()) {
    const found = await checkInThreads(file, { onProgress, signal }).catch(withoutThreads)
    if (found !== undefined) return found
  }
  return checkBlob(file, { pace: makePace(signal), onProgress })
}

const checked = async (name: string, file: Blob, asking: Asking): Promise<ReplyHere> => {
  const { confirmHere } = await fetchChecker()
  const started = performance.now()
  const alone = await report(file, asking)
  const milliseconds = Math.round(performance.now() - started)
  // Only receipts are confirmed automatically; their requests are small.
  const found = alone.confirmation === undefined ? alone : await confirmHere(await file.text(), alone, asking.site)
  return { kind: "checked", name, bytes: file.size, milliseconds, by: "browser", report: found, source: file }
}

/** Checks the keys and balances of a verified ballot file with the ledger; only accounts and a version are sent. */
export const takeToLedger = async (
  { report, source }: CheckedHere,
  { gatewayUrl, networkId }: Site,
  onProgress: (done: number, all: number) => void
): Promise<Report> => {
  const { checkWithLedger } = await import("~/effects/governance/votes/file/ledgerCheck")
  const text = (await source?.text()) ?? ""
  return checkWithLedger(text, report, { ask: gatewayOf(gatewayUrl), networkId }, onProgress)
}

/** Asks again about a receipt that got no response before. */
export const askAgain = async ({ report, source }: CheckedHere, site: Site): Promise<Report> => {
  const { confirmHere } = await fetchChecker()
  return confirmHere((await source?.text()) ?? "", report, site)
}

const UNREADABLE = "The file could not be read from this device, or it changed while it was read. Choose it again."
const BROKEN = "This page failed while it checked the file. That says nothing about the file; reload the page."
const BROKEN_OFFLINE =
  "This page failed while it checked the file, and there is no connection. That says nothing about the file; keep this page open and try again when the connection is back."
const LOST =
  "Part of the checker stopped before the file was checked, perhaps because memory ran out. That says nothing about the file; try again."
export const CANCELLED = "You cancelled the check. The file was not fully checked, so there is no verdict."

/** The reason why a check stopped, worded so that it does not blame the file for other failures. */
const stopped = (cause: unknown, field: NotChecked["field"], address: string): ReplyHere => {
  const refused = { kind: "refused", field, address } as const
  if (cause instanceof CheckerMissing) return { ...refused, message: missingWords(), mayRetry: true }
  if (cause instanceof Cancelled) return { ...refused, message: CANCELLED, mayRetry: true, isCancelled: true }
  if (cause instanceof ThreadLost) return { ...refused, message: LOST, mayRetry: true }
  // Browsers raise NotReadableError (File API) when a file changes or disappears while it is read.
  const isUnreadable = cause instanceof DOMException || cause instanceof FileGone
  if (isUnreadable) return { ...refused, message: UNREADABLE }
  return navigator.onLine ? { ...refused, message: BROKEN } : { ...refused, message: BROKEN_OFFLINE, mayRetry: true }
}

export const checkChosen = async (file: File, asking: Asking): Promise<ReplyHere> => {
  try {
    return await checked(file.name, file, asking)
  } catch (cause) {
    return stopped(cause, "file", "")
  }
}

const fetched = async (path: string): Promise<Response | undefined> => {
  try {
    return await fetch(path)
  } catch {
    return undefined
  }
}

/** Fetches and checks the ballot file of a result page of this site. */
export const checkAddress = async (address: string, asking: Asking): Promise<ReplyHere> => {
  const refused = (message: string, mayRetry = false): ReplyHere => ({
    kind: "refused",
    field: "address",
    message,
    address,
    mayRetry
  })
  const page = readResultAddress(address, location.origin)
  if ("problem" in page) return refused(page.problem)
  const response = await fetched(page.file)
  if (response === undefined) return refused("The file could not be fetched. Are you online?", true)
  if (!response.ok) return refused(NO_FILE_THERE)
  try {
    return await checked(page.file, await response.blob(), asking)
  } catch (cause) {
    return stopped(cause, "address", address)
  }
}

/** Checks the sample file that the site provides. */
export const checkSample = async (asking: Asking): Promise<ReplyHere> => {
  const response = await fetched(SAMPLE_ADDRESS)
  if (response === undefined) {
    const message = "The sample could not be fetched. Are you online?"
    return { kind: "refused", field: "file", message, address: "", mayRetry: true }
  }
  try {
    return await checked("sample-ballots.json", await response.blob(), asking)
  } catch (cause) {
    return stopped(cause, "file", "")
  }
}
