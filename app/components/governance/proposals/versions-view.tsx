import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import type { ProposalVersionsPage, VersionView } from "~/effects/governance/proposals/pageViews"
import { proposalHref } from "./paths"
import { TextChanges } from "./text-changes"

/** Everything of a version that its voters read, as one text to compare. */
const asText = ({ body, choices, summary, title }: VersionView): string =>
  [
    title,
    ...(summary === "" ? [] : [summary]),
    body,
    ...choices.map(({ label, note }) => `– ${label}${note === "" ? "" : `: ${note}`}`)
  ].join("\n\n")

/** What changed during the review, newest first (docs/product/votes.md). */
export function VersionsView({ page }: { readonly page: ProposalVersionsPage }) {
  const { id } = useFrame()
  return (
    <section aria-labelledby="tab-title">
      <header className="page-head">
        <p className="eyebrow">No. {page.number}</p>
        <h1 id="tab-title">Versions of “{page.title}”</h1>
        <p>
          <Link to={proposalHref(id, page.number)}>Back to the proposal</Link>
        </p>
      </header>
      {page.versions.map((version, index) => {
        const before = page.versions[index + 1]
        return (
          <Block
            key={version.version}
            id={`version-${version.version}`}
            title={before === undefined ? "First text" : `Version ${version.version}`}
            more={
              <span className="row small">
                <span className="muted">
                  <TimePair at={version.at} now={page.now} short />
                </span>
                {version.filePath !== null && (
                  <a href={version.filePath} download>
                    What was signed<span className="visually-hidden"> of version {version.version}</span>
                  </a>
                )}
              </span>
            }
          >
            <TextChanges before={before === undefined ? asText(version) : asText(before)} after={asText(version)} />
          </Block>
        )
      })}
    </section>
  )
}
