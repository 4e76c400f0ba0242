/**
 * Publishing with a signature: the server checks the form and fixes what is signed, the page computes the digest from
 * its own fields and compares, the wallet signs, and the form goes out as any form, with the signature in it.
 */
import { useSubmit } from "@remix-run/react"
import { useState } from "react"
import type { ToSign } from "~/effects/announcements/statement"
import { askSignature } from "../signing/ask-signature"
import { useWallet } from "../wallet/use-wallet"

type Prepared = ToSign & { readonly digest: string }
interface Refused {
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
}

export interface SigningState {
  readonly status: "idle" | "checking" | "signing" | "refused"
  /** Stands for exactly this announcement; empty before it is known. */
  readonly digest: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

const idle: SigningState = { status: "idle", digest: "", message: "", fields: {} }
const UNREACHABLE = "The server could not be reached. Your text is kept on this page; try again."
const CHANGED = "The announcement was changed on the way. Nothing was sent to your wallet."

const prepare = async (communityId: string, form: FormData): Promise<Prepared | Refused> => {
  try {
    const answer = await fetch(`/api/announcements/${communityId}/prepare`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(Object.fromEntries(form))
    })
    return (await answer.json()) as Prepared | Refused // our own server's two shapes
  } catch {
    return { message: UNREACHABLE }
  }
}

/** The page's own digest of what is in its fields. */
const ownDigest = async ({ digest: _, ...toSign }: Prepared, form: FormData): Promise<string> => {
  const [{ toStatement }, { statementDigest }] = await Promise.all([
    import("~/effects/announcements/statement"),
    import("~/effects/votes/statement")
  ])
  const text = (name: string) => String(form.get(name) ?? "")
  const body = text("body").replace(/\r\n?/g, "\n")
  return statementDigest(toStatement({ ...toSign, title: text("title").trim(), body }))
}

export function useSignedPublish(communityId: string, account: string) {
  const submit = useSubmit()
  const { sendOneTimeRequest } = useWallet()
  const [state, setState] = useState<SigningState>(idle)

  const refuse = (message: string, fields: SigningState["fields"] = {}) =>
    setState({ status: "refused", digest: "", message, fields })

  const publish = async (form: FormData) => {
    setState({ ...idle, status: "checking" })
    const prepared = await prepare(communityId, form)
    if (!("digest" in prepared)) return refuse(prepared.message, prepared.fields)
    const { digest, nonce, publishAt } = prepared
    if (prepared.issuer !== account || digest !== (await ownDigest(prepared, form))) return refuse(CHANGED)
    setState({ ...idle, status: "signing", digest })
    const signed = await askSignature(sendOneTimeRequest, account, digest)
    if (!signed.ok) return refuse(signed.message)
    form.set("signature", JSON.stringify({ publishAt, nonce, proof: signed.proof }))
    setState(idle)
    submit(form, { method: "post", preventScrollReset: true })
  }
  return { state, publish }
}
