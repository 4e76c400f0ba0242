import { Form } from "@remix-run/react"
import { counted } from "~/effects/base/text/counted"

type Props = {
  readonly item: { readonly id: string; readonly title: string }
  readonly people: number
  /** Null without a session. */
  readonly isMine: boolean | null
}

/**
 * Shows how many people want an item and lets members add or remove their own wish. A plain form that needs no
 * JavaScript.
 */
export function FeatureRequestLine({ isMine, item, people }: Props) {
  const inWords = people === 0 ? null : `${counted(people, "person wants", "people want")} this`
  if (isMine === null) return inWords === null ? null : <p className="small">{inWords}</p>
  return (
    <Form method="post" action="/roadmap" className="row small" preventScrollReset>
      <input type="hidden" name="item" value={item.id} />
      <button
        className="button"
        data-size="s"
        type="submit"
        name="wanted"
        value={isMine ? "no" : "yes"}
        aria-pressed={isMine}
        aria-label={`I want this: ${item.title}`}
      >
        I want this
      </button>
      {inWords}
    </Form>
  )
}
