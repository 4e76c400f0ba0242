/**
 * Browser side of wallet sign-in: fetches a challenge, sends proofs, and ends the session. Every call resolves; an
 * unreachable server is one of the results.
 */

import { OFFLINE } from "~/components/base/site/offline"
import type { SharedWalletData } from "~/connector/WalletHandle"
import { isRecord } from "~/effects/base/text/unknown"

/** The server's refusal. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly requestId?: string
}
export type Reply<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly refusal: Refusal }

const unreachable: Refusal = { code: "E-NETWORK", message: "The server could not be reached. Please try again." }
const unreadable: Refusal = { code: "E-SERVER", message: "The server's answer could not be read. Please try again." }

const refusalOf = (body: unknown): Refusal => {
  if (!isRecord(body) || typeof body.message !== "string") return unreadable
  return {
    code: typeof body.code === "string" ? body.code : unreadable.code,
    message: body.message,
    ...(typeof body.requestId === "string" ? { requestId: body.requestId } : {})
  }
}

/** Assumes a network where the platform does not say (Node). */
const isOffline = () => globalThis.navigator?.onLine === false

const call = async <A>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body: object | undefined,
  read: (reply: unknown) => A | undefined
): Promise<Reply<A>> => {
  const request: RequestInit =
    body === undefined
      ? { method }
      : { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
  const response = await fetch(path, request).catch(() => undefined)
  if (response === undefined) return { ok: false, refusal: isOffline() ? OFFLINE : unreachable }
  const reply: unknown = await response.json().catch(() => undefined)
  if (!response.ok) return { ok: false, refusal: refusalOf(reply) }
  const value = read(reply)
  return value === undefined ? { ok: false, refusal: unreadable } : { ok: true, value }
}

/** Challenge of 64 hex characters that the server accepts once, within minutes, from this browser. */
export const askChallenge = (): Promise<Reply<string>> =>
  call("POST", "/api/wallet/challenge", { purpose: "sign-in" }, (reply) =>
    isRecord(reply) && typeof reply.challenge === "string" ? reply.challenge : undefined
  )

export interface SignedIn {
  readonly account: string
  readonly hasProfile: boolean
}

/** Longest persona name that the server stores; a longer one is cut so that it does not make the sign-in fail. */
const MAX_LABEL = 60

/** Exchanges the wallet's proofs for a session cookie. Sends the persona's name along, for display only. */
export const startSession = ({
  persona,
  proofs
}: Pick<SharedWalletData, "persona" | "proofs">): Promise<Reply<SignedIn>> => {
  const wire = proofs.map(({ address, challenge, proof, type }) => ({ type, address, challenge, proof }))
  const body =
    persona === undefined ? { proofs: wire } : { proofs: wire, personaLabel: persona.label.slice(0, MAX_LABEL) }
  return call("POST", "/api/wallet/session", body, (reply) =>
    isRecord(reply) && typeof reply.account === "string"
      ? { account: reply.account, hasProfile: reply.hasProfile === true }
      : undefined
  )
}

/** The account that this browser is signed in with; null for none. */
export const sessionAccount = (): Promise<Reply<string | null>> =>
  call("GET", "/api/wallet/session", undefined, (reply) =>
    isRecord(reply) && (typeof reply.account === "string" || reply.account === null) ? reply.account : undefined
  )

export const endSession = (): Promise<Reply<true>> => call("DELETE", "/api/wallet/session", undefined, () => true)
