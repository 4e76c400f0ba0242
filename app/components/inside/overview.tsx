import type { CommunityOverview } from "~/effects/communities/overview"
import { Day } from "../article/day"
import { TestMoney } from "../article/test-money"
import { AddressList } from "../community/address-list"
import { RuleCard } from "../community/rule-card"
import { Markdown } from "../markdown/markdown"
import { Block } from "./block"

const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

/** What a community is, how it decides and what is going on in it (product 3.6.7). */
export function Overview({ page }: { readonly page: CommunityOverview }) {
  return (
    <div className="columns">
      <div>
        {page.description.length > 0 && (
          <Block id="about" title="About">
            <Markdown tree={page.description} />
          </Block>
        )}
        <Block id="house-rules" title="House rules">
          <Markdown tree={page.rules} />
        </Block>
      </div>
      <aside aria-label="About this community">
        <dl className="figures" data-lay="two">
          <div>
            <dt>Members</dt>
            <dd>{page.members}</dd>
          </div>
          <div>
            <dt>Open votes</dt>
            <dd>{page.openProposals}</dd>
          </div>
          <div>
            <dt>Threads</dt>
            <dd>{page.threads}</dd>
          </div>
        </dl>
        <RuleCard governance={page.governance} members={page.members} />
        <Block id="treasury" title="Treasury">
          <div className="stack">
            <AddressList addresses={page.addresses} />
            <TestMoney />
          </div>
        </Block>
        <p className="small muted">
          Here since <Day day={dayOf(page.createdAt)} />
        </p>
      </aside>
    </div>
  )
}
