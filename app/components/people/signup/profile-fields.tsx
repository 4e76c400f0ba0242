/**
 * The text fields of a profile, for the wizard and the edit page. They carry the names of the wire format, so a plain
 * form posts them. Name, e-mail and bio show a red border when wrong and no message; their hints are always shown.
 */
import { useId } from "react"

type Common = {
  readonly value: string
  readonly isInvalid: boolean
  readonly onEdit: (value: string) => void
  /** The focus has left the field. */
  readonly onLeave: () => void
}
type Target = { readonly target: { readonly value: string } }

const input = (name: string, hint: string, { isInvalid, onEdit, onLeave, value }: Common) => ({
  className: "input",
  name,
  value,
  "aria-required": true,
  "aria-invalid": isInvalid || undefined,
  "aria-describedby": hint,
  onChange: (event: Target) => onEdit(event.target.value),
  onBlur: onLeave
})

export function AddressField({ address }: { readonly address: string }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Public address</label>
      {/* Several lines, so that a phone shows the whole address. */}
      <textarea
        className="input digest"
        id={id}
        name="public_address"
        readOnly
        rows={2}
        value={address}
        aria-describedby={`${id}-hint`}
      />
      <span className="field__hint" id={`${id}-hint`}>
        From your wallet. This is your identity here.
      </span>
    </div>
  )
}

type NameProps = Common & {
  /** Absent if the wallet gives no name to copy. */
  readonly wallet?: { readonly isSame: boolean; readonly onSame: (isSame: boolean) => void }
}

export function NameField({ wallet, ...field }: NameProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} data-required>
        Name
      </label>
      <input
        {...input("username", `${id}-hint`, field)}
        id={id}
        autoComplete="nickname"
        disabled={wallet?.isSame === true}
      />
      <span className="field__hint" id={`${id}-hint`}>
        3 to 60 letters, digits, underscores or spaces
      </span>
      {wallet !== undefined && (
        <label className="check">
          <input type="checkbox" checked={wallet.isSame} onChange={(event) => wallet.onSame(event.target.checked)} />
          Same as wallet name
        </label>
      )}
    </div>
  )
}

export function EmailField({ hint, ...field }: Common & { readonly hint: string }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} data-required>
        E-mail
      </label>
      <input {...input("email", `${id}-hint`, field)} id={id} type="email" autoComplete="email" />
      <span className="field__hint" id={`${id}-hint`}>
        {hint}
      </span>
    </div>
  )
}

export function BioField(field: Common) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} data-required>
        Bio
      </label>
      <textarea {...input("bio", `${id}-hint`, field)} id={id} rows={4} />
      <p className="field__foot" id={`${id}-hint`}>
        <span>10 to 300 characters</span>
        <span>{field.value.trim().length}/300</span>
      </p>
    </div>
  )
}
