import { FieldError } from "~/components/base/forms/field-error"
import { PlainField } from "~/components/base/forms/plain-field"
import { shortAddress } from "~/components/base/text/short-address"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"

export interface Candidate {
  readonly id: string
  readonly account: string | null
  readonly name: string | null
}

type Props = {
  readonly candidates: ReadonlyArray<Candidate>
  readonly reply: PageReply | undefined
  /** Ticked before anything was sent. */
  readonly chosen: ReadonlyArray<string>
  readonly needed: number
}

const sentIn = (reply: PageReply | undefined): ReadonlyArray<string> | undefined => {
  const sent = reply?.sent.keepers
  return sent === undefined ? undefined : typeof sent === "string" ? [sent] : sent
}

/** Which badges count, and how many of them must approve. */
export function SeatFields({ candidates, chosen, needed, reply }: Props) {
  const ticked = sentIn(reply) ?? chosen
  return (
    <>
      <fieldset className="field" data-invalid={reply?.fields.keepers === undefined ? undefined : true}>
        <legend className="label">Who keeps the treasury</legend>
        {candidates.map(({ account, id, name }) => (
          <label className="check" key={id}>
            <input
              type="checkbox"
              name="keepers"
              value={id}
              defaultChecked={ticked.includes(id)}
              aria-describedby="keepers-error"
            />
            <span>
              {name ?? (account === null ? "Nobody" : shortAddress(account))}, badge{" "}
              <span className="digest">{id}</span>
            </span>
          </label>
        ))}
        <FieldError id="keepers-error" message={reply?.fields.keepers} />
      </fieldset>
      <PlainField
        name="needed"
        label="How many of them must approve"
        hint="At least two. With one fewer than there are keepers, one lost wallet does no harm."
        type="number"
        value={typed(reply, "needed", String(needed))}
        reply={reply}
      />
    </>
  )
}
