/**
 * Publishing a form with a signature: the server checks the form and fixes what is signed, the page makes the same
 * digest from its own fields and compares, the wallet signs, and the form goes out as any form, with the signature in it.
 */
import { useSubmit } from "@remix-run/react"
import { useState } from "react"
import { useWallet } from "../wallet/use-wallet"
import { askSignature } from "./ask-signature"

/** What every prepared statement has. */
export interface Statement {
  /** The account that is to sign. */
  readonly issuer: string
  /** Unix milliseconds. */
  readonly publishAt: number
  readonly nonce: string
}

export interface SigningState {
  readonly status: "idle" | "checking" | "signing" | "refused"
  /** Stands for exactly this text; empty before it is known. */
  readonly digest: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

interface Refused {
  readonly message: string
  readonly fields?: SigningState["fields"]
}

interface About<Prepared> {
  /** What is published, as a sentence names it. */
  readonly noun: "announcement" | "proposal"
  /** Where the server prepares it. */
  readonly address: string
  readonly account: string
  readonly bodyOf: (form: FormData) => Readonly<Record<string, unknown>>
  readonly statementOf: (prepared: Prepared) => Statement
  /** The page's own digest of what is in its fields; only what the form cannot know is taken from the answer. */
  readonly ownDigest: (prepared: Prepared, form: FormData) => Promise<string>
}

const idle: SigningState = { status: "idle", digest: "", message: "", fields: {} }
const UNREACHABLE = "The server could not be reached. Your text is kept on this page; try again."

const prepare = async <Prepared>(address: string, body: object): Promise<Prepared | Refused> => {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body)
    })
    return (await answer.json()) as Prepared | Refused // our own server's two shapes
  } catch {
    return { message: UNREACHABLE }
  }
}

export function useSignedForm<Prepared extends { readonly digest: string }>(about: About<Prepared>) {
  const submit = useSubmit()
  const { sendOneTimeRequest } = useWallet()
  const [state, setState] = useState<SigningState>(idle)

  const refuse = (message: string, fields: SigningState["fields"] = {}) =>
    setState({ status: "refused", digest: "", message, fields })

  const publish = async (form: FormData) => {
    const { account, address, bodyOf, noun, ownDigest, statementOf } = about
    setState({ ...idle, status: "checking" })
    const prepared = await prepare<Prepared>(address, bodyOf(form))
    if (!("digest" in prepared)) return refuse(prepared.message, prepared.fields)
    const { digest } = prepared
    const { issuer, nonce, publishAt } = statementOf(prepared)
    if (issuer !== account || digest !== (await ownDigest(prepared, form))) {
      return refuse(`The ${noun} was changed on the way. Nothing was sent to your wallet.`)
    }
    setState({ ...idle, status: "signing", digest })
    const signed = await askSignature(sendOneTimeRequest, account, digest)
    if (!signed.ok) return refuse(signed.message)
    form.set("signature", JSON.stringify({ publishAt, nonce, proof: signed.proof }))
    setState(idle)
    submit(form, { method: "post", preventScrollReset: true })
  }
  return { state, publish }
}
