import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { DeployFirst } from "~/components/base/parts/nothing-here"
import { TestMoney } from "~/components/base/parts/test-money"
import { useFrame } from "~/components/base/site/use-frame"
import { AddressList } from "~/components/communities/communities/address-list"
import { WebhooksView } from "~/components/publishing/webhooks/webhooks-view"
import { BadgeHolders } from "~/components/treasury/treasury/badge-holders"
import { MovementTable } from "~/components/treasury/treasury/movement-table"
import { TreasuryHoldings } from "~/components/treasury/treasury/treasury-holdings"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import { type Part, partNames, parts, settingsHref } from "~/effects/communities/steering/parts"
import { opensWords } from "~/effects/treasury/deployment/opens"
import { ArchivePart } from "../archive-part"
import { DecisionsPart } from "../decisions-part"
import { GeneralPart } from "../general-part"
import { HandOverPart } from "../hand-over-part"
import type { PartProps } from "../part-props"
import { PeoplePart } from "../people-part"

/** The community's addresses, balances and badge holders, as the ledger has them; nothing here can change them. */
function TreasuryPart({ page: { addresses, treasury } }: PartProps) {
  const { id } = useFrame()
  return (
    <div className="stack" data-gap="l">
      <AddressList addresses={addresses} />
      <DeployFirst />
      {treasury !== null && treasury.shown.state !== "none" && (
        <>
          <Block id="holdings" title="Balances">
            <TreasuryHoldings shown={treasury.shown} />
          </Block>
          <Block id="badges" title="Admin badges">
            <p className="small muted">{opensWords(treasury.opens)}</p>
            <BadgeHolders holders={treasury.holders} />
            <p>
              <Link to={badgesHref(id)}>Give or transfer a badge</Link>
            </p>
          </Block>
          <Block id="movements" title="Movements">
            <div className="stack">
              <MovementTable movements={treasury.movements} slug={treasury.slug} />
            </div>
          </Block>
        </>
      )}
      <TestMoney />
    </div>
  )
}

/** Webhooks: outside addresses that receive the community's events. */
function WebhooksPart({ page: { done, webhooks }, reply }: PartProps) {
  const { id } = useFrame()
  if (webhooks === null) return null
  return <WebhooksView view={webhooks} reply={reply} path={settingsHref(id, "webhooks")} isSaved={done === "saved"} />
}

const views: Readonly<Record<Part, (props: PartProps) => JSX.Element | null>> = {
  general: GeneralPart,
  people: PeoplePart,
  decisions: DecisionsPart,
  treasury: TreasuryPart,
  webhooks: WebhooksPart,
  "hand-over": HandOverPart,
  archive: ArchivePart
}

/** The owner's settings, one part at a time (docs/product/communities.md). */
export function SettingsView({ page, reply }: PartProps) {
  const { id } = useFrame()
  const View = views[page.part]
  return (
    <section aria-labelledby="settings-title">
      <div className="row settings-head" data-apart>
        <h1 id="settings-title">Settings</h1>
        <Link to={`/community/detail/${id}`}>Close</Link>
      </div>
      <nav className="second-row" aria-label="Settings">
        {parts.map((part) => (
          <Link
            key={part}
            to={settingsHref(id, part)}
            aria-current={part === page.part ? "page" : undefined}
            preventScrollReset
          >
            {partNames[part]}
          </Link>
        ))}
      </nav>
      <div className="narrow">
        <View key={page.part} page={page} reply={reply} />
      </div>
    </section>
  )
}
