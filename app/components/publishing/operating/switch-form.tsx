import { Form, useNavigation } from "@remix-run/react"
import { useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { SwitchName, Thrown } from "~/effects/base/switches/switches"
import { inUtc } from "~/effects/base/text/moments"
import { isTicked, switchNames } from "~/effects/publishing/operating/switchForm"
import { ReasonField } from "./reason-form"

const words: Readonly<Record<SwitchName, readonly [name: string, hint: string]>> = {
  signups: ["Sign-ups", "New people can make a profile."],
  communities: ["New communities", "People can found communities."],
  bonds: ["Bonds", "New series can be issued, and units bought."],
  uploads: ["Uploads", "Pictures can be added."],
  webhooks: ["Webhooks", "Other sites are told of events."],
  readOnly: ["Read-only", "Everyone reads, nobody writes; a banner says so on every page."]
}

type Props = {
  readonly thrown: ReadonlyArray<Thrown>
  /** Of this form. */
  readonly reply: PageReply | undefined
}

export function SwitchForm({ reply, thrown }: Props) {
  const isBusy = useNavigation().formData?.get("intent") === "switches"
  const refused = reply?.ok === false ? reply : undefined
  const namesIn = (name: string) => [refused?.sent[name] ?? ""].flat().flatMap((names) => names.split(" "))
  const [shown, ticked, sentWas] = [namesIn("shown"), namesIn("ticked"), namesIn("was")]
  const isThrown = (name: SwitchName) => thrown.some((each) => each.name === name)
  const was = switchNames.filter((name) => (shown.includes(name) ? sentWas.includes(name) : isThrown(name))).join(" ")
  return (
    // What a refusal brings back, and what was switched since, are other forms: fields show what they begin with.
    <Form className="stack" method="post" action="/operator" noValidate key={`${refused?.requestId} ${was}`}>
      <input type="hidden" name="shown" value={switchNames.join(" ")} />
      <input type="hidden" name="was" value={was} />
      {/* The form begins anew when the server's answer is read again: a box ticked before that would be lost. */}
      <fieldset disabled={isBusy}>
        <legend className="visually-hidden">What people can do</legend>
        <ul className="switches">
          {switchNames.map((name) => (
            <Switch
              key={name}
              name={name}
              found={thrown.find((each) => each.name === name)}
              typed={shown.includes(name) ? ticked.includes(name) : undefined}
            />
          ))}
        </ul>
      </fieldset>
      <ReasonField reply={refused} hint="Goes into the audit log. For what is switched off, everybody reads it." />
      <BusyButton className="button" type="submit" name="intent" value="switches" isBusy={isBusy}>
        {isBusy ? "Saving…" : "Save switches"}
      </BusyButton>
    </Form>
  )
}

type SwitchProps = {
  readonly name: SwitchName
  /** Where it is away from its usual state. */
  readonly found: Thrown | undefined
  /** What a refused form held. */
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
