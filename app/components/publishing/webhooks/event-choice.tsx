import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { eventWords, hookEvents } from "~/effects/publishing/webhooks/events"

type Props = {
  readonly chosen: ReadonlyArray<string>
  readonly error?: string | undefined
}

/** Choice of events. The first box has the id that the error summary links to. */
export function EventChoice({ chosen, error }: Props) {
  const errorId = `${fieldId("events")}-error`
  return (
    <fieldset className="field" aria-describedby={error === undefined ? undefined : errorId}>
      <legend>Events</legend>
      {hookEvents.map((name, index) => (
        <label className="check" key={name}>
          <input
            type="checkbox"
            name="events"
            value={name}
            defaultChecked={chosen.includes(name)}
            id={index === 0 && error !== undefined ? fieldId("events") : undefined}
          />
          {eventWords(name)}
        </label>
      ))}
      <FieldError id={errorId} message={error} />
    </fieldset>
  )
}
