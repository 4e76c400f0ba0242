import { Link } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { TimeName } from "~/components/governance/votes/time-name"
import { SignatureEntry } from "~/components/wallet/signing/signature-entry"
import type { Inline, MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { fixedChoices } from "~/effects/governance/votes/proposal/voteTypes"

type Props = { readonly proposal: ProposalView; readonly versionsTo: string | null }

/** The signed text and its choices. */
export function ProposalBody({ proposal, versionsTo }: Props) {
  const { choices, signed, text, version, voteType } = proposal
  return (
    <Block
      id="text"
      title="What is proposed"
      more={
        versionsTo === null || version < 2 ? (
          <span className="small muted">Version {version}</span>
        ) : (
          <Link to={versionsTo}>Version {version}: what changed</Link>
        )
      }
    >
      <div className="stack">
        <Contents proposal={proposal} />
        <Markdown tree={text} />
        {fixedChoices(voteType) === null && (
          <>
            <h3 className="h4" id="choices">
              {voteType === "dates" ? "Times" : "Choices"}
            </h3>
            <ol className="entries" aria-labelledby="choices">
              {choices.map((choice) => (
                <li key={choice.key}>
                  <b>
                    <TimeName choice={choice} />
                  </b>
                  {choice.note !== "" && <span className="muted">{choice.note}</span>}
                </li>
              ))}
            </ol>
          </>
        )}
        {signed !== null && (
          <SignatureEntry
            signed={signed}
            whose="its author's"
            covers="the title, the text, the choices, the rules, the times and what will run"
          />
        )}
      </div>
    </Block>
  )
}

const wordsOf = (children: ReadonlyArray<Inline>): string =>
  children
    .map((part) => {
      if (typeof part === "string") return part
      if (part.kind === "code") return part.text
      return "children" in part ? wordsOf(part.children) : ""
    })
    .join("")

/** The headings of a text, for a list of its contents. Pure. */
const headingsOf = (tree: MarkdownTree): ReadonlyArray<{ readonly id: string; readonly title: string }> =>
  tree.flatMap((block) => (block.kind === "heading" ? [{ id: block.id, title: wordsOf(block.children) }] : []))

/** A table of contents, shown above three sections. */
function Contents({ proposal }: Pick<Props, "proposal">) {
  const headings = headingsOf(proposal.text)
  if (headings.length <= 3) return null
  return (
    <nav aria-label="Sections of the text">
      <ol className="entries small">
        {headings.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
