/** Handlers of signed steps that several features share, by kind. */

import type { StepEnd, StepHandler } from "~/components/wallet/wallet/steps"
import type { StepValue } from "~/connector/WalletHandle"
import { proofIn } from "./ask-signature"
import { isPassing, messageOf, NO_ANSWER, postStep, SAVED } from "./post-step"

export const UNFIT: StepEnd = {
  state: "refused",
  words: "The wallet's signature does not fit this request. Try again."
}
const LOST: StepEnd = {
  state: "refused",
  words: "the wallet's response went to a page that has been closed. Nothing was sent. Try again."
}

/** Data of a form that is published with a signature. */
export interface FormStep {
  readonly address: string
  readonly fields: ReadonlyArray<readonly [string, string]>
  readonly account: string
  readonly digest: string
  readonly publishAt: number
  readonly nonce: string
}
/** `done`: message shown when no page waits for the result. */
export interface PreAuthorizationStep {
  readonly address: string
  readonly done: string
}
export interface TransactionStep {
  readonly id: string
}

/** Describes why a value is not of this type; undefined if it is. */
export const responseOf = (value: StepValue, type: StepValue["type"]) =>
  value.type === type ? undefined : value.type === "lost" ? LOST : UNFIT

const form = async (data: unknown, value: StepValue): Promise<StepEnd> => {
  if (value.type !== "data") return responseOf(value, "data") ?? UNFIT
  const { account, address, digest, fields, nonce, publishAt } = data as FormStep
  const proof = proofIn(value.data.proofs, account, digest)
  if (proof === undefined) return UNFIT
  const body = new FormData()
  for (const [name, text] of fields) body.append(name, text)
  body.set("signature", JSON.stringify({ publishAt, nonce, proof }))
  const posted = await postStep(address, body)
  if (isPassing(posted)) return { state: "pending", words: SAVED }
  const { to } = posted.body
  return typeof to === "string"
    ? { state: "done", words: "it is published.", to, body: posted.body }
    : { state: "refused", words: messageOf(posted, NO_ANSWER), body: posted.body }
}

const preAuthorization = async (data: unknown, value: StepValue): Promise<StepEnd> => {
  if (value.type !== "preAuthorization") return responseOf(value, "preAuthorization") ?? UNFIT
  const { address, done } = data as PreAuthorizationStep
  const { signedPartialTransaction } = value.subintent
  const posted = await postStep(address, { signedPartialTransaction })
  if (isPassing(posted)) return { state: "pending", words: SAVED }
  return posted.status < 400
    ? { state: "done", words: done, body: posted.body }
    : { state: "refused", words: messageOf(posted, NO_ANSWER), body: posted.body }
}

const transaction = async (data: unknown, value: StepValue): Promise<StepEnd> => {
  if (value.type !== "transaction") return responseOf(value, "transaction") ?? UNFIT
  const { id } = data as TransactionStep
  const posted = await postStep(`/api/prepared-transactions/${id}`, {
    transactionIntentHash: value.transactionIntentHash
  })
  if (isPassing(posted)) return { state: "pending", words: SAVED }
  return posted.status < 400
    ? { state: "done", words: "your wallet sent it to the ledger.", body: posted.body }
    : { state: "refused", words: messageOf(posted, NO_ANSWER), body: posted.body }
}

// The data was stored under its `kind`, so each handler reads what it wrote itself.
export const handlers = { form, "pre-authorization": preAuthorization, transaction } satisfies Readonly<
  Record<string, StepHandler>
>
