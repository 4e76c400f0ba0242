import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useRootData } from "~/components/base/site/root-data"
import { useFrame } from "~/components/base/site/use-frame"
import type { CommunityId } from "~/effects/access/Community"
import { CALLED_OFF, chosenDateKey } from "~/effects/activity/agenda/dates"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { spanOf } from "~/effects/governance/votes/proposal/pollTimes"

/** The date that a poll has chosen, as the community's calendar file names it; null of other votes, and before. */
export const chosenDateOf = (
  { calledOff, choices, number, results, status }: ProposalView,
  communityId: CommunityId
) => {
  const winner = status === "passed" && results?.shown === true ? results.final?.winners[0] : undefined
  const span = spanOf(choices.find(({ key }) => key === winner) ?? {})
  if (span === null) return null
  const { from: at, isDays, until } = span
  return { key: chosenDateKey(communityId, number), at, isDays, until, isCalledOff: calledOff !== null }
}

type Props = { readonly proposal: ProposalView; readonly path: string }

/** Downloads the opening and the close of a vote, or the date that a poll has chosen, as a file that the page makes. */
export function CalendarButton({ path, proposal }: Props) {
  const { origin } = useRootData()
  const { id: communityId } = useFrame()
  const { closesAt, id, number, opensAt, status, title } = proposal
  const chosenDate = chosenDateOf(proposal, communityId)
  const save = async () => {
    const { calendarFile } = await import("~/effects/activity/calendar/ics")
    const url = `${origin}${path}`
    const opening = { key: `opens-${id}`, at: opensAt, words: `Voting opens: ${title}`, url }
    const closing = { key: `closes-${id}`, at: closesAt, words: `Voting closes: ${title}`, url }
    const words = chosenDate?.isCalledOff === true ? `${CALLED_OFF}${title}` : title
    const chosen = chosenDate === null ? null : { ...chosenDate, words, url }
    const text = calendarFile({
      name: title,
      host: new URL(origin).hostname,
      now: Date.now(),
      entries: chosen !== null ? [chosen] : status === "review" ? [opening, closing] : [closing]
    })
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([text], { type: "text/calendar" }))
    link.download = `vote-${number}.ics`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <HydratedButton className="button only-script" data-size="s" onClick={() => void save()}>
      <Icon name="bell" />
      Calendar entry
    </HydratedButton>
  )
}
