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

/** The page's own digest of what is in its fields; only what the form cannot know is taken from the answer. */
const ownDigest = async (
  { statement }: Prepared,
  form: FormData,
  settings: GovernanceSettings,
  givenAction: string | null
): Promise<string> => {
  const [{ readProposal, textOfValues }, { proposalStatement, statementDigest }, { digestOf }] = await Promise.all([
    import("~/effects/proposals/forms"),
    import("~/effects/votes/statement"),
    import("~/effects/votes/digest")
  ])
  const values = readProposal(form, settings)
  const text = textOfValues(values, Date.parse(statement.publishAt))
  const actionHash = values.manifest === "" ? givenAction : digestOf({ manifest: values.manifest })
  const { resultsVisibility, weightMode } = settings
  return statementDigest(
    proposalStatement({
      ...statement,
      title: text.title,
      body: text.body,
      choices: text.choices,
      rules: {
        voteType: text.voteType,
        maxSelections: text.maxSelections,
        seats: text.seats,
        reviewHours: text.reviewHours,
        opensAt: new Date(text.opensAt).toISOString(),
        closesAt: new Date(text.closesAt).toISOString(),
        quorumPct: text.quorumPct,
        thresholdPct: text.thresholdPct,
        weightMode,
        resultsVisibility
      },
      actionHash
    })
  )
}

interface About {
  readonly communityId: string
  readonly account: string
  readonly governance: GovernanceSettings
  /** Hash of an action that came from elsewhere. */
  readonly action: string | null
}

export function useSignedProposal({ account, action, communityId, governance }: About) {
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
    const own = statement.issuer === account ? await ownDigest(prepared, form, governance, action) : ""
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
