import { Icon } from "~/components/base/parts/icon"
import { PressButton } from "~/components/base/site/press-button"
import { useRootData } from "~/components/base/site/root-data"
import type { ProposalView } from "~/effects/governance/proposals/views"

type Props = { readonly proposal: ProposalView; readonly path: string }

/** Downloads the opening and the close of a vote as a calendar file, which the page makes itself. */
export function CalendarButton({ path, proposal }: Props) {
  const { origin } = useRootData()
  const { closesAt, id, number, opensAt, status, title } = proposal
  const save = async () => {
    const { calendarFile } = await import("~/effects/activity/calendar/ics")
    const url = `${origin}${path}`
    const opening = { key: `opens-${id}`, at: opensAt, words: `Voting opens: ${title}`, url }
    const closing = { key: `closes-${id}`, at: closesAt, words: `Voting closes: ${title}`, url }
    const text = calendarFile({
      name: title,
      host: new URL(origin).host,
      now: Date.now(),
      entries: status === "review" ? [opening, closing] : [closing]
    })
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([text], { type: "text/calendar" }))
    link.download = `vote-${number}.ics`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <PressButton className="button only-script" data-size="s" onClick={() => void save()}>
      <Icon name="bell" />
      Calendar entry
    </PressButton>
  )
}
