import type { ReactNode } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { SignerView } from "~/effects/treasury/multisig/views"
import { nameOf } from "./names"

type Badge = Pick<SignerView, "account" | "id" | "name">

interface BadgesProps {
  readonly name: "signers" | "sign"
  /** Id of the error message below it. */
  readonly id: string
  readonly legend: string
  readonly badges: ReadonlyArray<Badge>
  /** Ticked before the form is sent. */
  readonly chosen: ReadonlyArray<string>
  readonly reply: PageReply | undefined
  readonly children?: (badge: Badge) => ReactNode
}

/** Checkboxes for badges. */
export function BadgeFields({ badges, children = nameOf, chosen, id, legend, name, reply }: BadgesProps) {
  const ticked = reply === undefined ? chosen : (reply.sent[name] ?? [])
  return (
    <fieldset className="field" data-invalid={reply?.fields[name] === undefined ? undefined : true}>
      <legend className="label">{legend}</legend>
      {badges.map((badge) => (
        <label className="check" key={badge.id}>
          <input
            type="checkbox"
            name={name}
            value={badge.id}
            defaultChecked={ticked.includes(badge.id)}
            aria-describedby={`${id}-error`}
          />
          <span>{children(badge)}</span>
        </label>
      ))}
      <FieldError id={`${id}-error`} message={reply?.fields[name]} />
    </fieldset>
  )
}
