import { StateChip } from "~/components/base/parts/state-chip"
import { shortAddress } from "~/components/base/text/short-address"
import type { AnnouncementCard } from "~/effects/conversation/announcements/views"

export const issuerName = ({ issuer }: Pick<AnnouncementCard, "issuer">): string =>
  issuer.name ?? shortAddress(issuer.account)

export function AnnouncementChips({ card }: { readonly card: AnnouncementCard }) {
  return (
    <>
      {card.isPinned && <StateChip state="open" mark="seal" word="Pinned" />}
      {card.importance === "important" && <StateChip state="needs" mark="seal" word="Important" />}
      {card.isSigned && <StateChip state="ok" mark="seal" word="Signed" />}
      {card.correctedAt !== null && <StateChip mark="seal" word="Corrected" />}
      {card.withdrawn !== null && <StateChip state="warn" mark="seal" word="Withdrawn" />}
    </>
  )
}
