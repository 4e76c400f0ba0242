import { Link } from "@remix-run/react"
import { useFrame } from "~/components/base/site/use-frame"
import { type Part, partNames, parts, settingsHref } from "~/effects/communities/steering/parts"
import { ArchivePart } from "../archive-part"
import { DecisionsPart } from "../decisions-part"
import { GeneralPart } from "../general-part"
import { HandOverPart } from "../hand-over-part"
import type { PartProps } from "../part-props"
import { PeoplePart } from "../people-part"
import { TreasuryPart } from "./treasury-part"
import { WebhooksPart } from "./webhooks-part"

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
