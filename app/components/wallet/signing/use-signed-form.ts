/**
 * Publishes a form with a signature. The server validates the form and returns the statement, the page computes the
 * hash from its own fields and compares, the wallet signs, and the form is sent with the signature; if the page is gone
 * by then, the next one sends it.
 */
import { useNavigate } from "@remix-run/react"
import { useState } from "react"
import { sentence } from "~/components/wallet/wallet/steps"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { proofOf } from "./ask-signature"
import type { FormStep } from "./handlers"
import { useSignedStep } from "./use-signed-step"

/** Fields of every prepared statement. */
export interface Statement {
  /** The account that must sign. */
  readonly issuer: string
  /** Unix milliseconds. */
  readonly publishAt: number
  readonly nonce: string
}

export interface SigningState {
  readonly status: "idle" | "checking" | "signing" | "sending" | "refused"
  /** Hash of exactly this text; empty until known. */
  readonly digest: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** The server's full refusal, including what another person has stored meanwhile. */
  readonly reply?: PageReply | undefined
}

interface Refused {
  readonly message: string
  readonly fields?: SigningState["fields"]
}

interface Wanted<Prepared> {
  /** Name of the published thing in sentences. */
  readonly noun: "announcement" | "proposal" | "delegation"
  /** Path that prepares the statement. */
  readonly address: string
  /** Path that the signed form is sent to. */
  readonly target: string
  /** Called when the form has been stored. */
  readonly onPublished: () => void
  readonly account: string
  readonly bodyOf: (form: FormData) => Readonly<Record<string, unknown>>
  readonly statementOf: (prepared: Prepared) => Statement
  /** Computes the hash from the page's own fields; takes from the server's response only what the form cannot know. */
  readonly ownDigest: (prepared: Prepared, form: FormData) => Promise<string>
}

/** Parses our server's reply to a refused post. */
const replyIn = (body: unknown): PageReply | undefined =>
  typeof body === "object" && body !== null && "intent" in body && "fields" in body ? (body as PageReply) : undefined

const idle: SigningState = { status: "idle", digest: "", message: "", fields: {} }
const UNREACHABLE = "The server could not be reached. Your text is still on this page; try again."

const prepare = async <Prepared>(address: string, body: object): Promise<Prepared | Refused> => {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body)
    })
    return (await response.json()) as Prepared | Refused // one of our server's two reply shapes
  } catch {
    return { message: UNREACHABLE }
  }
}

export function useSignedForm<Prepared extends { readonly digest: string }>(wanted: Wanted<Prepared>) {
  const navigate = useNavigate()
  const signedStep = useSignedStep()
  const { sendOneTimeRequest } = useWallet()
  const [state, setState] = useState<SigningState>(idle)

  const refuse = (message: string, fields: SigningState["fields"] = {}) =>
    setState({ status: "refused", digest: "", message, fields })

  const publish = async (form: FormData) => {
    const { account, address, bodyOf, noun, onPublished, ownDigest, statementOf, target } = wanted
    const title = String(form.get("title") ?? "").slice(0, 60)
    const about = title === "" ? `Your ${noun}` : `Your ${noun} “${title}”`
    setState({ ...idle, status: "checking" })
    const prepared = await prepare<Prepared>(address, bodyOf(form))
    if (!("digest" in prepared)) return refuse(prepared.message, prepared.fields)
    const { digest } = prepared
    const { issuer, nonce, publishAt } = statementOf(prepared)
    if (issuer !== account || digest !== (await ownDigest(prepared, form))) {
      return refuse(`The ${noun} was changed on the way. Nothing was sent to your wallet.`)
    }
    setState({ ...idle, status: "signing", digest })
    const fields = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []))
    const outcome = await signedStep(
      { kind: "form", about, data: { address: target, fields, account, digest, publishAt, nonce } satisfies FormStep },
      (continuation) => sendOneTimeRequest(proofOf(account), { challenge: digest, continuation }),
      () => setState({ ...idle, status: "sending", digest })
    )
    if (outcome.state === "done") {
      onPublished()
      return navigate(outcome.to ?? "")
    }
    if (outcome.state === "unsigned") return outcome.message === "" ? setState(idle) : refuse(outcome.message)
    const reply = outcome.state === "refused" ? replyIn(outcome.body) : undefined
    setState({
      status: "refused",
      digest: "",
      message: reply?.message ?? sentence(outcome.words),
      fields: reply?.fields ?? {},
      reply
    })
  }
  return { state, publish }
}

export const isSigningBusy = ({ status }: SigningState): boolean =>
  status === "checking" || status === "signing" || status === "sending"
