/** Checking a file in the page. The file stays here; of a receipt, site and ledger are asked what they know of it. */

import type { OnProgress } from "~/effects/governance/votes/file/pace"
import type { Report } from "~/effects/governance/votes/file/Report"
import { NO_FILE_THERE, readResultAddress } from "~/effects/governance/votes/pages/resultPage"
import type { Checked, NotChecked, VerifyReply } from "~/effects/governance/votes/pages/VerifyReply"
import { CheckerMissing, fetchChecker, missingWords } from "./checker"
import { gatewayOf, type Site } from "./site"

/** How a check is put: with its progress, and with whom a receipt's claims may be compared. */
export interface Asking {
  readonly site: Site
  readonly onProgress: OnProgress
}

const checked = async (name: string, bytes: ArrayBuffer, { onProgress, site }: Asking): Promise<VerifyReply> => {
  const { checkFile, confirmHere, readBytes } = await fetchChecker()
  const started = performance.now()
  const read = readBytes(new Uint8Array(bytes))
  const alone = typeof read === "string" ? await checkFile(read, onProgress) : read
  const milliseconds = Math.round(performance.now() - started)
  const report = typeof read === "string" ? await confirmHere(read, alone, site) : alone
  const source = typeof read === "string" ? { source: read } : {}
  return { kind: "checked", name, bytes: bytes.byteLength, milliseconds, by: "browser", report, ...source }
}

/** Takes a checked ballot file to the ledger: the gateway is told accounts and a version. */
export const takeToLedger = async (
  { report, source = "" }: Checked,
  { gatewayUrl, networkId }: Site,
  onProgress: (done: number, all: number) => void
): Promise<Report> => {
  const { checkWithLedger } = await import("~/effects/governance/votes/file/ledgerCheck")
  return checkWithLedger(source, report, { ask: gatewayOf(gatewayUrl), networkId }, onProgress)
}

/** Asks once more about a receipt nobody had answered for. */
export const askAgain = async ({ report, source = "" }: Checked, site: Site): Promise<Report> => {
  const { confirmHere } = await fetchChecker()
  return confirmHere(source, report, site)
}

const UNREADABLE = "The file could not be read from this device. Choose it once more."
const BROKEN = "This page failed while it checked the file. That says nothing about the file; load the page again."

/** What stopped a check, in words that blame what was to blame. */
const stopped = (cause: unknown, field: NotChecked["field"], address: string): VerifyReply =>
  cause instanceof CheckerMissing
    ? { kind: "refused", field, message: missingWords(), address, mayRetry: true }
    : { kind: "refused", field, message: BROKEN, address }

export const checkChosen = async (file: File, asking: Asking): Promise<VerifyReply> => {
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined) return { kind: "refused", field: "file", message: UNREADABLE, address: "" }
  try {
    return await checked(file.name, bytes, asking)
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

/** Fetches the ballot file of a result page of this site. */
export const checkAddress = async (address: string, asking: Asking): Promise<VerifyReply> => {
  const refused = (message: string, mayRetry = false): VerifyReply => ({
    kind: "refused",
    field: "address",
    message,
    address,
    mayRetry
  })
  const page = readResultAddress(address, location.origin)
  if ("problem" in page) return refused(page.problem)
  const answer = await fetched(page.file)
  if (answer === undefined) return refused("The file could not be fetched. Are you online?", true)
  if (!answer.ok) return refused(NO_FILE_THERE)
  try {
    return await checked(page.file, await answer.arrayBuffer(), asking)
  } catch (cause) {
    return stopped(cause, "address", address)
  }
}

/** The sample that comes with the site. */
export const SAMPLE_ADDRESS = "/sample-ballots.json"
export const checkSample = async (asking: Asking): Promise<VerifyReply> => {
  const answer = await fetched(SAMPLE_ADDRESS)
  if (answer === undefined) {
    const message = "The sample could not be fetched. Are you online?"
    return { kind: "refused", field: "file", message, address: "", mayRetry: true }
  }
  try {
    return await checked("sample-ballots.json", await answer.arrayBuffer(), asking)
  } catch (cause) {
    return stopped(cause, "file", "")
  }
}
