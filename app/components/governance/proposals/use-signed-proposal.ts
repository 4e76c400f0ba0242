import { useSignedForm } from "~/components/wallet/signing/use-signed-form"
import type { GovernanceSettings } from "~/effects/access/Community"
import type { ProposalFields } from "~/effects/base/text/statement"

/** What the server answers: the fields of the statement, and its digest. */
interface Prepared {
  readonly statement: ProposalFields
  readonly digest: string
}

/** One value per name, or all of them where a name comes more than once. */
const bodyOf = (form: FormData): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name)
      return [name, name === "choice" || name === "choiceNote" ? all : all[0]]
    })
  )

/** What the page knows by itself of the rules: null for a new version, whose rules are published already. */
interface KnownRules {
  readonly governance: GovernanceSettings
  /** Hash of an action that came from elsewhere. */
  readonly action: string | null
}

const ownDigest = async ({ statement }: Prepared, form: FormData, known: KnownRules | null): Promise<string> => {
  const [{ plainText, textOfForm }, { proposalStatement, statementDigest }, { digestOf }] = await Promise.all([
    import("./form-text"),
    import("~/effects/base/text/statement"),
    import("~/effects/base/text/digest")
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
  /** Of the proposal a new version is made of; null for a new proposal. */
  readonly number: number | null
  readonly onPublished?: () => void
}

/** Publishing a proposal with a signature. */
export const useSignedProposal = ({ account, communityId, number, onPublished = () => {}, rules }: About) =>
  useSignedForm<Prepared>({
    noun: "proposal",
    address: `/api/proposals/${communityId}/prepare`,
    target: `/api/proposals/${communityId}${number === null ? "" : `?p=${number}`}`,
    onPublished,
    account,
    bodyOf,
    statementOf: ({ statement }) => ({ ...statement, publishAt: Date.parse(statement.publishAt) }),
    ownDigest: (prepared, form) => ownDigest(prepared, form, rules)
  })
