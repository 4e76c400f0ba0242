/** Whom a check may ask: the page's own site and the ledger gateway it uses. */

import { isRecord } from "~/effects/base/text/unknown"
import type { AskLedger } from "~/effects/governance/votes/file/askLedger"

export interface Site {
  readonly origin: string
  readonly networkId: number
  readonly gatewayUrl: string
}

const NOT_THERE = 404

/** Recognises the gateway's own error form; a proxy's 404 page says nothing about the ledger. */
const isItsWord = (body: unknown): boolean => isRecord(body) && isRecord(body.details)

/** Undefined if the gateway reports that something does not exist; any other failure rejects. */
export const gatewayOf =
  (gatewayUrl: string, timeout?: number): AskLedger =>
  async (path, body) => {
    const response = await fetch(`${gatewayUrl}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      ...(timeout === undefined ? {} : { signal: AbortSignal.timeout(timeout) })
    })
    if (response.status === NOT_THERE && isItsWord(await response.json().catch(() => undefined))) return undefined
    if (!response.ok) throw new Error(`the gateway responded with ${response.status}`)
    return response.json()
  }
