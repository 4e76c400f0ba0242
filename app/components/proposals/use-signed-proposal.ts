/**
 * Publishing a proposal with a signature: the server checks the form and fixes what is signed, the page makes the same
 * statement from its own fields and compares, the wallet signs, and the form goes out as any form.
 */
import { useSubmit } from "@remix-run/react"
import { useState } from "react"
import type { GovernanceSettings } from "~/effects/communities/Community"
import type { ProposalFields } from "~/effects/votes/statement"
import { askSignature } from "../signing/ask-signature"
import { useWallet } from "../wallet/use-wallet"

/** What the server answers: the fields of the statement, and its digest. */
interface Prepared {
  readonly statement: ProposalFields
  readonly digest: string
}

export interface SigningState {
  readonly status: "idle" | "checking" | "signing" | "refused"
  /** Stands for exactly this proposal; empty before it is known. */
  readonly digest: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

const idle: SigningState = { status: "idle", digest: "", message: "", fields: {} }
const UNREACHABLE = "The server could not be reached. Your text is kept on this page; try again."
const CHANGED = "The proposal was changed on the way. Nothing was sent to your wallet."

/** One value per name, or all of them where a name comes more than once. */
const bodyOf = (form: FormData): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name)
      return [name, name === "choice" || name === "choiceNote" ? all : all[0]]
    })
  )

type Answer = Prepared | { readonly message: string; readonly fields?: Readonly<Record<string, string>> }

const prepare = async (communityId: string, form: FormData): Promise<Answer> => {
  try {
    const answer = await fetch(`/api/proposals/${communityId}/prepare`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(bodyOf(form))
    })
    return (await answer.json()) as Answer // our own server's two shapes
  } catch {
    return { message: UNREACHABLE }
  }
}

/** What the page knows by itself of the rules: null for a new version, whose rules are published already. */
interface KnownRules {
  readonly governance: GovernanceSettings
  /** Hash of an action that came from elsewhere. */
  readonly action: string | null
}

/** The page's own digest of what is in its fields; only what the form cannot know is taken from the answer. */
const ownDigest = async ({ statement }: Prepared, form: FormData, known: KnownRules | null): Promise<string> => {
  const [{ plainText, textOfForm }, { proposalStatement, statementDigest }, { digestOf }] = await Promise.all([
    import("./form-text"),
    import("~/effects/votes/statement"),
    import("~/effects/votes/digest")
  ])
  const text = textOfForm(form, known?.governance ?? null, Date.parse(statement.publishAt))
  const manifest = plainText(form, "manifest").trim()
  const own = { ...statement, title: text.title, body: text.body, choices: text.choices }
  if (known === null || text.rules === null) return statementDigest(proposalStatement(own))
  const { resultsVisibility, weightMode } = known.governance
  return statementDigest(
    proposalStatement({
      ...own,
      rules: { ...text.rules, weightMode, resultsVisibility },
      actionHash: manifest === "" ? known.action : digestOf({ manifest })
    })
  )
}

interface About {
  readonly communityId: string
  readonly account: string
  readonly rules: KnownRules | null
}

export function useSignedProposal({ account, communityId, rules }: About) {
  const submit = useSubmit()
  const { sendOneTimeRequest } = useWallet()
  const [state, setState] = useState<SigningState>(idle)

  const refuse = (message: string, fields: SigningState["fields"] = {}) =>
    setState({ status: "refused", digest: "", message, fields })

  const publish = async (form: FormData) => {
    setState({ ...idle, status: "checking" })
    const prepared = await prepare(communityId, form)
    if (!("digest" in prepared)) return refuse(prepared.message, prepared.fields)
    const { digest, statement } = prepared
    const own = statement.issuer === account ? await ownDigest(prepared, form, rules) : ""
    if (digest !== own) return refuse(CHANGED)
    setState({ ...idle, status: "signing", digest })
    const signed = await askSignature(sendOneTimeRequest, account, digest)
    if (!signed.ok) return refuse(signed.message)
    const publishAt = Date.parse(statement.publishAt)
    form.set("signature", JSON.stringify({ publishAt, nonce: statement.nonce, proof: signed.proof }))
    setState(idle)
    submit(form, { method: "post", preventScrollReset: true })
  }
  return { state, publish }
}
