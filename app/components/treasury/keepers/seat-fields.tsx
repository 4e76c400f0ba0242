import { PlainField } from "~/components/base/forms/plain-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { SeatView } from "~/effects/treasury/keepers/views"
import { BadgeFields } from "./badge-fields"
import { nameOf } from "./names"

type Props = {
  readonly candidates: ReadonlyArray<Pick<SeatView, "account" | "id" | "name">>
  readonly reply: PageReply | undefined
  /** Ticked before anything was sent. */
  readonly chosen: ReadonlyArray<string>
  readonly needed: number
}

/** Which badges count, and how many of them must approve. */
export function SeatFields({ candidates, chosen, needed, reply }: Props) {
  return (
    <>
      <BadgeFields name="keepers" id="keepers" legend="Signers" badges={candidates} chosen={chosen} reply={reply}>
        {(badge) => (
          <>
            {nameOf(badge)}, badge <span className="digest">{badge.id}</span>
          </>
        )}
      </BadgeFields>
      <PlainField
        name="needed"
        label="How many of them must approve"
        hint="At least two. With one fewer than there are signers, one lost wallet does no harm."
        type="number"
        value={typed(reply, "needed", String(needed))}
        reply={reply}
      />
    </>
  )
}
