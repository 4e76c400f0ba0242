/**
 * Checking a file in the page: nothing is sent. The checker is a chunk of its own, fetched when somebody has a file.
 */

import type { OnProgress } from "~/effects/votes/file/pace"
import type { Report } from "~/effects/votes/file/Report"
import { NO_FILE_THERE, readResultAddress } from "~/effects/votes/page/resultPage"
import type { Checked, VerifyReply } from "~/effects/votes/page/VerifyReply"

const checked = async (name: string, bytes: ArrayBuffer, onProgress: OnProgress): Promise<VerifyReply> => {
  const { checkFile, readBytes } = await import("~/effects/votes/file/checkFile")
  const started = performance.now()
  const read = readBytes(new Uint8Array(bytes))
  const report = typeof read === "string" ? await checkFile(read, onProgress) : read
  const milliseconds = Math.round(performance.now() - started)
  const source = typeof read === "string" ? { source: read } : {}
  return { kind: "checked", name, bytes: bytes.byteLength, milliseconds, by: "browser", report, ...source }
}

interface Ledger {
  readonly gatewayUrl: string
  readonly networkId: number
}

const NOT_THERE = 404

/** Takes a checked ballot file to the ledger: the gateway is told accounts and a version. */
export const takeToLedger = async (
  { report, source = "" }: Checked,
  { gatewayUrl, networkId }: Ledger,
  onProgress: (done: number, all: number) => void
): Promise<Report> => {
  const { checkWithLedger } = await import("~/effects/votes/file/ledgerCheck")
  const ask = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${gatewayUrl}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body)
    })
    if (answer.status === NOT_THERE) return undefined
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`)
    return answer.json()
  }
  return checkWithLedger(source, report, { ask, networkId }, onProgress)
}

export const checkChosen = async (file: File, onProgress: OnProgress): Promise<VerifyReply> => {
  try {
    return await checked(file.name, await file.arrayBuffer(), onProgress)
  } catch {
    const message = "The file could not be read. Choose it once more."
    return { kind: "refused", field: "file", message, address: "" }
  }
}

/** Fetches the ballot file of a result page of this site; that is the only request. */
export const checkAddress = async (address: string, onProgress: OnProgress): Promise<VerifyReply> => {
  const refused = (message: string): VerifyReply => ({ kind: "refused", field: "address", message, address })
  const page = readResultAddress(address, location.origin)
  if ("problem" in page) return refused(page.problem)
  try {
    const answer = await fetch(page.file)
    return answer.ok ? await checked(page.file, await answer.arrayBuffer(), onProgress) : refused(NO_FILE_THERE)
  } catch {
    return refused("The file could not be fetched. Are you online?")
  }
}

/** The sample that comes with the site: one request to this site, then nothing. */
export const SAMPLE_ADDRESS = "/sample-ballots.json"
export const checkSample = async (onProgress: OnProgress = () => undefined): Promise<VerifyReply> => {
  try {
    const answer = await fetch(SAMPLE_ADDRESS)
    return await checked("sample-ballots.json", await answer.arrayBuffer(), onProgress)
  } catch {
    return { kind: "refused", field: "file", message: "The sample could not be fetched. Are you online?", address: "" }
  }
}
