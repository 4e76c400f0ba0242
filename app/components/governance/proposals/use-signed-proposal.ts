import { useSignedForm } from "~/components/wallet/signing/use-signed-form"
import type { CommunityId, GovernanceSettings } from "~/effects/access/Community"
import type { ProposalFields } from "~/effects/base/text/statement"

/** The server's response: the fields of the statement, and its hash. */
interface Prepared {
  readonly statement: ProposalFields
  readonly digest: string
}

const LISTS: ReadonlySet<string> = new Set(["choice", "choiceNote", "timeStart", "timeEnd"])

/** One value per name, or an array if a name occurs several times. */
const bodyOf = (form: FormData): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name)
      return [name, LISTS.has(name) ? all : all[0]]
    })
  )

/** The rules that the page knows without asking; null for a new version, whose rules are already published. */
interface KnownRules {
  readonly governance: GovernanceSettings
  /** Hash of an action that was not written in this form. */
  readonly action: string | null
}

const ownDigest = async ({ statement }: Prepared, form: FormData, known: KnownRules | null): Promise<string> => {
  const [{ plainText, textOfForm }, { proposalStatement, statementDigest }, { hashOf }] = await Promise.all([
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
      actionHash: manifest === "" ? known.action : hashOf({ manifest })
    })
  )
}

interface About {
  readonly communityId: CommunityId
  readonly account: string
  readonly rules: KnownRules | null
  /** Number of the proposal that gets a new version; null for a new proposal. */
  readonly number: number | null
  readonly onPublished?: () => void
}

/** Publishes a proposal or a new version with a wallet signature. */
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
