import { Form, useNavigation } from "@remix-run/react"
import { useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import type { FlagName, Thrown } from "~/effects/base/feature-flags/flags"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { inUtc } from "~/effects/base/text/moments"
import { flagNames, isTicked } from "~/effects/publishing/operating/flagForm"
import { ReasonField } from "./reason-form"

const words: Readonly<Record<FlagName, readonly [name: string, hint: string]>> = {
  signups: ["Sign-ups", "New people can create a profile."],
  communities: ["New communities", "People can create communities."],
  bonds: ["Bonds", "Communities can issue new series, and people can buy units."],
  uploads: ["Uploads", "People can upload pictures."],
  webhooks: ["Webhooks", "The site sends events to other sites."],
  readOnly: ["Read-only", "Everyone can read and nobody can write; a banner on every page says so."]
}

type Props = {
  readonly thrown: ReadonlyArray<Thrown>
  /** The reply to this form. */
  readonly reply: PageReply | undefined
}

export function FlagForm({ reply, thrown }: Props) {
  const isBusy = useNavigation().formData?.get("intent") === "feature-flags"
  const refused = reply?.ok === false ? reply : undefined
  const namesIn = (name: string) => [refused?.sent[name] ?? ""].flat().flatMap((names) => names.split(" "))
  const [shown, ticked, sentWas] = [namesIn("shown"), namesIn("ticked"), namesIn("was")]
  const isThrown = (name: FlagName) => thrown.some((each) => each.name === name)
  const was = flagNames.filter((name) => (shown.includes(name) ? sentWas.includes(name) : isThrown(name))).join(" ")
  return (
    // A refused form and a form whose flags changed meanwhile get their own key, because uncontrolled fields only show
    // their initial values.
    <Form className="stack" method="post" action="/operator" noValidate key={`${refused?.requestId} ${was}`}>
      <input type="hidden" name="shown" value={flagNames.join(" ")} />
      <input type="hidden" name="was" value={was} />
      {/* Disabled while sending: the response resets the form, and a box ticked meanwhile would be lost. */}
      <fieldset disabled={isBusy}>
        <legend className="visually-hidden">What people can do</legend>
        <ul className="feature-flags">
          {flagNames.map((name) => (
            <Switch
              key={name}
              name={name}
              found={thrown.find((each) => each.name === name)}
              typed={shown.includes(name) ? ticked.includes(name) : undefined}
            />
          ))}
        </ul>
      </fieldset>
      <ReasonField reply={refused} hint="Goes into the audit log. People see it for each feature that is off." />
      <BusyButton className="button" type="submit" name="intent" value="feature-flags" isBusy={isBusy}>
        {isBusy ? "Saving…" : "Save feature flags"}
      </BusyButton>
    </Form>
  )
}

type SwitchProps = {
  readonly name: FlagName
  /** Set when the flag differs from its default state. */
  readonly found: Thrown | undefined
  /** Value in a refused form. */
  readonly typed: boolean | undefined
}

function Switch({ found, name, typed }: SwitchProps) {
  const id = useId()
  const [label, hint] = words[name]
  const isOn = isTicked(name, found !== undefined)
  return (
    <li>
      <label className="check">
        <input type="checkbox" name="ticked" value={name} defaultChecked={typed ?? isOn} aria-describedby={id} />
        <span>{label}</span>
      </label>
      <span className="small muted">{isOn ? "On" : "Off"}</span>
      <p className="field__hint" id={id}>
        {hint}
        {found !== undefined && ` ${isOn ? "On" : "Off"} since ${inUtc("moment", found.since)} UTC: “${found.reason}”`}
      </p>
    </li>
  )
}
