import { ChoiceField, TextField } from "~/components/base/forms/fields"
import { PictureField } from "~/components/communities/founding/picture-field"
import { readable } from "~/effects/base/amounts/readable"
import type { StepProps } from "./step-props"

const KINDS = [
  { value: "new", name: "Create a new token", hint: "The whole supply goes into the treasury." },
  {
    value: "link",
    name: "Link an existing token",
    hint: "For voting power and payments; the community does not control it."
  },
  { value: "none", name: "No token", hint: "The treasury holds test XRD and any tokens that it receives." }
]
const MINTING = [
  { value: "no", name: "The supply is fixed", hint: "Nobody can ever mint more." },
  { value: "yes", name: "Admins can mint more", hint: "Anyone with an admin badge, at any time." }
]

const isKind = (text: string): text is "none" | "link" | "new" => KINDS.some(({ value }) => value === text)

export function TokenStep(step: StepProps) {
  const { edit, errors, values } = step
  return (
    <>
      <ChoiceField
        name="token"
        label="Token"
        value={values.token}
        error={errors.token}
        options={KINDS}
        onEdit={(token) => isKind(token) && edit({ token })}
      />
      {values.token === "link" && <LinkedToken {...step} />}
      {values.token === "new" && <NewToken {...step} />}
      <noscript>
        <p>Choose and press Next; the fields for your choice then appear.</p>
      </noscript>
    </>
  )
}

function LinkedToken({ edit, errors, page, values }: StepProps) {
  const { token } = page
  return (
    <>
      <TextField
        name="resource"
        label="Resource address"
        mono
        value={values.resource}
        error={errors.resource}
        onEdit={(resource) => edit({ resource })}
      />
      {token !== null && values.resource === page.values.resource && (
        <p role="status">
          The ledger knows it as <b>{token.name ?? "an unnamed token"}</b>
          {token.symbol !== null && ` (${token.symbol})`}, supply <span className="num">{readable(token.supply)}</span>.
        </p>
      )}
    </>
  )
}

function NewToken({ edit, errors, values }: StepProps) {
  const text = (name: "tokenName" | "symbol" | "supply" | "divisibility") => ({
    name,
    value: values[name],
    error: errors[name],
    onEdit: (value: string) => edit({ [name]: value })
  })
  return (
    <>
      <TextField label="Name" hint="2 to 40 characters" limit={40} {...text("tokenName")} />
      <TextField label="Symbol" hint="2 to 10 capital letters or digits, for example GRD" mono {...text("symbol")} />
      <TextField label="Supply" hint="From 1 to 1,000,000,000, without separators" numeric {...text("supply")} />
      <TextField label="Decimal places" hint="0 to 18; use 0 for whole tokens only" numeric {...text("divisibility")} />
      <ChoiceField
        name="mintable"
        label="Can more be minted later?"
        value={values.mintable}
        error={errors.mintable}
        options={MINTING}
        onEdit={(mintable) => edit({ mintable: mintable === "yes" ? "yes" : "no" })}
      />
      <PictureField
        name="icon"
        label="Icon"
        value={values.icon}
        error={errors.icon}
        hint="If you leave this out, the community's picture is used."
        onEdit={(icon) => edit({ icon })}
      />
    </>
  )
}
