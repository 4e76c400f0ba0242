import { Form, useNavigation } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { BusyButton } from "./busy-button"

type Props = {
  /** The parameter of the address. */
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly button: string
  /** What was asked; undefined if nothing was. */
  readonly asked: string | undefined
  /** Why it cannot be checked. */
  readonly problem: string | undefined
}

/** The field of /verify for one address or id on the ledger, which the server reads. */
export function VerifyField({ asked, button, label, name, placeholder, problem }: Props) {
  const isBusy = useNavigation().location?.search.includes(`${name}=`) === true
  const id = `verify-${name}`
  return (
    <Form className="field" method="get" action="/verify" noValidate preventScrollReset>
      <label htmlFor={id}>{label}</label>
      <div className="join">
        <input
          className="input"
          id={id}
          name={name}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          defaultValue={asked}
          key={asked}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-error`}
        />
        <BusyButton className="button" type="submit" isBusy={isBusy}>
          {button}
        </BusyButton>
      </div>
      {problem !== undefined && (
        <p className="field__error" id={`${id}-error`} role="alert">
          <Icon name="alert" />
          {problem}
        </p>
      )}
    </Form>
  )
}
