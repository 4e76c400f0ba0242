import { TimePair } from "~/components/base/parts/time-pair"
import { counted } from "~/effects/base/text/counted"
import { CHANGES_AN_HOUR, CHANGES_IN_ALL, type ChangesLeft as Left } from "~/effects/governance/votes/ballot/changes"

/** At or below this number the voter sees how many changes are left. */
const FEW = 3

/** How many changes one vote still allows; nothing while there are many. */
export function ChangesLeft({ left, now }: { readonly left: Left; readonly now: number }) {
  if (left.inAll === 0)
    return <p className="small">You have changed your vote {CHANGES_IN_ALL} times, which is the limit.</p>
  if (left.nextAt !== null) {
    return (
      <p className="small">
        You have changed your vote {CHANGES_AN_HOUR} times within an hour. You can change it again from{" "}
        <TimePair at={left.nextAt} now={now} short />.
      </p>
    )
  }
  if (left.now > FEW) return null
  return (
    <p className="small">
      {left.now === left.inAll
        ? `You can change it ${counted(left.now, "more time")}.`
        : `You can change it ${counted(left.now, "more time")} within this hour.`}
    </p>
  )
}
