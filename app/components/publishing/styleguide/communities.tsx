import { Seal } from "~/components/base/parts/seal"
import { CommunityRow } from "~/components/communities/communities/community-row"
import { RuleCard } from "~/components/communities/communities/rule-card"
import { TagLinks } from "~/components/communities/communities/tag-links"
import type { GovernanceSettings } from "~/effects/access/Community"
import type { CommunityCard } from "~/effects/communities/communities/cards"
import { GuideSection, Specimen } from "./guide-section"

/** Made up for this page; none of its links leads to a community. */
const specimen: CommunityCard = {
  id: "specimen2345",
  slug: "riverside-garden",
  name: "Specimen Society",
  tagline: "Exists to be looked at.",
  logo: null,
  tags: ["Film", "Arts"],
  joinPolicy: "open",
  joinToken: null,
  tokenResource: null,
  tokenSymbol: null,
  isVerified: false,
  members: 1,
  openProposals: 0,
  openSales: 0,
  createdAt: 0
}
const cards: ReadonlyArray<CommunityCard> = [
  specimen,
  { ...specimen, id: "specimen6723", name: "Busy Specimens", joinPolicy: "approval", members: 48, openProposals: 3 },
  { ...specimen, id: "specimenabcd", name: "Verified Specimens", isVerified: true, openSales: 1, joinPolicy: "invite" }
]
const rules = { periodHours: 72, quorumPct: 20, thresholdPct: 60 }
const governance: GovernanceSettings = {
  proposerRole: "member",
  weightMode: "member",
  kinds: { decision: rules, spending: rules, rule: rules, election: rules },
  reviewHours: 24,
  resultsVisibility: "always",
  bondsNeedVote: true,
  minMembershipHours: 0
}

export function Communities() {
  return (
    <GuideSection
      id="communities"
      title="Communities"
      rule="Ring, engraved band, monogram. Hue and band come from the id."
    >
      <Specimen state="Seals">
        <p className="row">
          {cards.map((card) => (
            <Seal key={card.id} community={card} size="l" />
          ))}
          <Seal community={specimen} />
        </p>
      </Specimen>
      <Specimen state="Rows of the directory: quiet, busy, verified with a sale">
        <ul className="register">
          {cards.map((card) => (
            <CommunityRow key={card.id} card={card} />
          ))}
        </ul>
      </Specimen>
      <Specimen state="Tags">
        <TagLinks tags={specimen.tags} />
      </Specimen>
      <Specimen state="Rules">
        <RuleCard governance={governance} members={48} />
      </Specimen>
    </GuideSection>
  )
}
