import { FieldError } from "~/components/base/forms/field-error"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { SeatView } from "~/effects/treasury/keepers/views"
import { nameOf } from "./names"

type Props = {
  readonly id: string
  readonly legend?: string
  readonly needed: number
  readonly seats: ReadonlyArray<SeatView>
  /** Ticked before anything was sent. */
  readonly chosen?: ReadonlyArray<string>
  readonly reply: PageReply | undefined
}

const sentIn = (reply: PageReply | undefined): ReadonlyArray<string> | undefined => {
  if (reply === undefined) return undefined
  const { sign = [] } = reply.sent
  return typeof sign === "string" ? [sign] : sign
}

const ANYBODY = (needed: number) => `Who signs: choose ${needed}, or nobody, and you are asked with others who can`

/** Whose signatures a request needs. */
export function SignFields({ chosen = [], id, needed, legend = ANYBODY(needed), reply, seats }: Props) {
  const ticked = sentIn(reply) ?? chosen
  return (
    <fieldset className="field" data-invalid={reply?.fields.sign === undefined ? undefined : true}>
      <legend className="label">{legend}</legend>
      {seats.map((seat) => (
        <label className="check" key={seat.id}>
          <input
            type="checkbox"
            name="sign"
            value={seat.id}
            defaultChecked={ticked.includes(seat.id)}
            aria-describedby={`${id}-error`}
          />
          <span>{nameOf(seat)}</span>
        </label>
      ))}
      <FieldError id={`${id}-error`} message={reply?.fields.sign} />
    </fieldset>
  )
}
