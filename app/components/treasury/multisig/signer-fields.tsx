import type { ReactNode } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { PlainField } from "~/components/base/forms/plain-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { keyField } from "~/effects/treasury/deployment/seatIds"
import type { OfferedKeys, SignerView } from "~/effects/treasury/multisig/views"
import { nameOf } from "./names"

type Props = {
  readonly candidates: ReadonlyArray<Pick<SignerView, "account" | "id" | "name">>
  readonly reply: PageReply | undefined
  /** Ticked before the form is sent. */
  readonly chosen: ReadonlyArray<string>
  readonly needed: number
  readonly isByKeys: boolean
  /** Keys by account, before the form is sent. */
  readonly keys: OfferedKeys
}

/** Which badges or keys count, and how many signers must approve. */
export function SignerFields({ candidates, chosen, isByKeys, keys, needed, reply }: Props) {
  const mode = typed(reply, "mode", isByKeys ? "keys" : "named")
  return (
    <>
      <BadgeFields name="signers" id="signers" legend="Signers" badges={candidates} chosen={chosen} reply={reply}>
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
      <fieldset className="field">
        <legend className="label">Whose signatures count</legend>
        <Mode value="named" label="Named signers, by their badges (recommended)" now={mode} />
        <Mode value="keys" label="Any of the signers, by their keys" now={mode} />
        <FieldError id="mode-error" message={reply?.fields.mode} />
      </fieldset>
      <div className="stack by-keys">
        <p>
          One request then serves as many of the signers as must approve, no matter who they are, and nobody has to be
          named. In return:
        </p>
        <ul className="stack">
          <li>
            The rule counts these keys, not badges. A signer who loses the badge still signs, one who loses the key does
            not, and nobody can pass their place on.
          </li>
          <li>
            A signer who replaces the key in their wallet leaves the rule. The other signers then have to put the new
            key in its place, by a change of signers.
          </li>
          <li>
            The official Radix Wallet signs such requests only with a factor key of a security shield (multi-factor
            settings), from wallet core 1.2.46 on, and not with the ordinary key of an account.
          </li>
        </ul>
        <p className="small">
          Paste each signer's public key in hexadecimal digits, or the id of the key's badge (resource_tdx_2_1nf…:[…]).
          This site cannot check whose key it is, so compare it with the signer.
        </p>
        {candidates.map((badge) => (
          <PlainField
            key={badge.id}
            name={keyField(badge.id)}
            label={`Key of ${nameOf(badge)}, badge ${badge.id}`}
            value={typed(reply, keyField(badge.id), keys[badge.account ?? ""])}
            reply={reply}
          />
        ))}
      </div>
    </>
  )
}

function Mode({ label, now, value }: { readonly value: string; readonly now: string; readonly label: string }) {
  return (
    <label className="check">
      <input type="radio" name="mode" value={value} defaultChecked={now === value} />
      <span>{label}</span>
    </label>
  )
}

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
