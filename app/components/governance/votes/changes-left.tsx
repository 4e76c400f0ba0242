import { TimePair } from "~/components/base/parts/time-pair"
import { counted } from "~/effects/base/text/counted"
import { CHANGES_AN_HOUR, CHANGES_IN_ALL, type ChangesLeft as Left } from "~/effects/governance/votes/ballot/changes"

/** From here on the voter reads how many changes are left. */
const FEW = 3

/** What is left of the changes that one vote allows; nothing while there are many. */
export function ChangesLeft({ left, now }: { readonly left: Left; readonly now: number }) {
  if (left.inAll === 0) return <p className="small">You changed it {CHANGES_IN_ALL} times, and more is not possible.</p>
  if (left.nextAt !== null) {
    return (
      <p className="small">
        You changed it {CHANGES_AN_HOUR} times within an hour. You can change it again from{" "}
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
