/**
 * Signs a pre-authorization: the server prepares it, the wallet signs it and the server checks it. No money moves here,
 * and the server trusts nothing that the page reports.
 */

import { useRevalidator } from "@remix-run/react"
import { useState } from "react"
import type { PreAuthorizationStep } from "~/components/wallet/signing/handlers"
import { useSignedStep } from "~/components/wallet/signing/use-signed-step"
import { type StepOutcome, sentence } from "~/components/wallet/wallet/steps"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import type { PreAuthorizationInput } from "~/connector/index"
import { isRecord } from "~/effects/base/text/unknown"

type Json = Readonly<Record<string, unknown>>

export type PreAuthorization =
  | { readonly status: "idle" }
  | { readonly status: "checking" }
  | { readonly status: "signing"; readonly prepared: Json }
  | {
      readonly status: "refused"
      readonly message: string
      readonly left: number | null
      /** The server's response if there was nothing to sign. */
      readonly said: Json
    }
  | { readonly status: "done"; readonly response: Json }

type Header = NonNullable<PreAuthorizationInput["header"]>
const isHeader = (given: unknown): given is Header =>
  isRecord(given) &&
  ["startEpochInclusive", "endEpochExclusive", "maxProposerTimestampExclusive", "intentDiscriminator"].every(
    (key) => typeof given[key] === "number"
  )

const send = async (path: string, body: unknown): Promise<{ readonly ok: boolean; readonly body: Json }> => {
  try {
    const reply = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body)
    })
    const json: unknown = await reply.json()
    return { ok: reply.ok, body: isRecord(json) ? json : {} }
  } catch {
    return { ok: false, body: { message: "The server could not be reached. Nothing was signed. Try again." } }
  }
}

const messageOf = (body: Json): string => {
  const { fields, message } = body
  const first = isRecord(fields) ? Object.values(fields)[0] : undefined
  if (typeof first === "string") return first
  return typeof message === "string" ? message : "The server did not respond."
}
const refusal = (body: Json): PreAuthorization => ({
  status: "refused",
  message: messageOf(body),
  left: typeof body.left === "number" ? body.left : null,
  said: body
})

const words = {
  order: { idKey: "orderId", about: "Your order", done: "it is recorded. Nothing has left your wallet." },
  redemption: {
    idKey: "orderId",
    about: "Your request to redeem",
    done: "it is recorded. Nothing has left your wallet."
  },
  approval: { idKey: "partId", about: "Your approval", done: "it is recorded." },
  batch: { idKey: "batchId", about: "The batch you signed", done: "it was sent to the ledger." }
} as const

const refusedFor = (message: string): PreAuthorization => ({ status: "refused", message, left: null, said: {} })
const stateAfter = (outcome: StepOutcome): PreAuthorization => {
  switch (outcome.state) {
    case "done":
      return { status: "done", response: isRecord(outcome.body) ? outcome.body : {} }
    case "unsigned":
      return outcome.message === "" ? { status: "idle" } : refusedFor(outcome.message)
    case "pending":
      return refusedFor(sentence(outcome.words))
    case "refused":
      return isRecord(outcome.body) && typeof outcome.body.message === "string"
        ? refusal(outcome.body)
        : refusedFor(sentence(outcome.words))
  }
}

/**
 * `base` returns an id, a manifest and its expiry; the signed part, or `refused` if the wallet declined, goes to
 * `base/{id}`.
 */
export function usePreAuthorization(base: string, what: keyof typeof words, refused?: () => unknown) {
  const { about, done, idKey } = words[what]
  const signedStep = useSignedStep()
  const { sendPreAuthorizationRequest } = useWallet()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<PreAuthorization>({ status: "idle" })

  const start = async (body: unknown): Promise<void> => {
    setState({ status: "checking" })
    const prepared = await send(base, body)
    const { expiration, header, manifest, message } = prepared.body
    const id = prepared.body[idKey]
    if (!prepared.ok || typeof manifest !== "string" || typeof expiration !== "number" || typeof id !== "string") {
      setState(refusal(prepared.body))
      return revalidate()
    }
    setState({ status: "signing", prepared: prepared.body })
    const outcome = await signedStep(
      { kind: "pre-authorization", about, data: { address: `${base}/${id}`, done } satisfies PreAuthorizationStep },
      (continuation) =>
        sendPreAuthorizationRequest({
          manifest,
          expiration: { type: "atTime", value: expiration },
          continuation,
          // Set when several wallets sign the same subintent: the server chose its header and message.
          ...(isHeader(header) && { header }),
          ...(typeof message === "string" && { message })
        })
    )
    if (outcome.state === "unsigned" && refused !== undefined) await send(`${base}/${id}`, refused())
    setState(stateAfter(outcome))
    revalidate()
  }

  return { state, start, isBusy: state.status === "checking" || state.status === "signing" }
}
