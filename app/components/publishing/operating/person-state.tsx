import { Icon } from "~/components/base/parts/icon"
import { inUtc } from "~/effects/base/text/moments"
import type { Suspension } from "~/effects/people/suspension/Suspension"

const wordsOf = ({ kind, suspendedUntil }: Suspension): string => {
  if (kind === "closed") return "Closed"
  return suspendedUntil === null ? "Suspended" : `Suspended until ${inUtc("moment", suspendedUntil)} UTC`
}

export function PersonState({ suspension }: { readonly suspension: Suspension | null }) {
  return (
    <span className="chip" data-state={suspension === null ? "ok" : "bad"}>
      <Icon name={suspension === null ? "check" : "alert"} />
      {suspension === null ? "Active" : wordsOf(suspension)}
    </span>
  )
}
