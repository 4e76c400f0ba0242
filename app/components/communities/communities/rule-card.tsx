import { EnforcedBy, EnforcedByKey } from "~/components/base/parts/enforced-by"
import type { GovernanceSettings } from "~/effects/access/Community"
import { governanceFacts, quorumInWords } from "~/effects/communities/communities/words"

type Props = { readonly governance: GovernanceSettings; readonly members: number }

/** The decision rules in plain numbers, and what they mean for the present number of members. */
export function RuleCard({ governance, members }: Props) {
  const quorum = quorumInWords(governance, members)
  return (
    <section className="block" aria-labelledby="rules-of-deciding">
      <div className="block__head">
        <h2 id="rules-of-deciding" className="h3">
          How we decide
        </h2>
      </div>
      <dl className="facts">
        {governanceFacts(governance).map(([name, fact]) => (
          <div key={name}>
            <dt>
              {name} <EnforcedBy enforcer="site" />
            </dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <EnforcedByKey />
      {quorum !== null && <p className="small muted">{quorum}</p>}
    </section>
  )
}
