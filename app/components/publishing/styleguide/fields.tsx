import { useReducer, useState } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { StepProgress } from "~/components/base/forms/step-progress"
import { DraftLine } from "~/components/people/signup/draft-line"
import { OtpBoxesField } from "~/components/people/signup/otp-boxes"
import { AddressField, BioField, EmailField, NameField } from "~/components/people/signup/profile-fields"
import { TagPicker, type TagSource } from "~/components/people/signup/tag-picker"
import { emptyBoxes, otpReducer } from "~/effects/people/signup/otpBoxes"
import { GuideSection, Specimen } from "./guide-section"

const steps = ["Personal Details", "Work History", "OTP"]
const names = ["Arts", "Music", "Film", "Games", "Sport"]
const nothing = () => undefined
const sources: ReadonlyArray<readonly [state: string, source: TagSource, error?: string]> = [
  ["loading", { status: "loading" }],
  ["failed", { status: "failed", onRetry: nothing }],
  ["ready", { status: "ready", tags: names.map((name) => ({ id: name, name })) }],
  ["wrong", { status: "ready", tags: [] }, "Select between 5 and 10 tags."]
]

/** Fields with state of their own, so that every state can be tried. */
function LiveFields({ isInvalid }: { readonly isInvalid: boolean }) {
  const [value, setValue] = useState(isInvalid ? "A" : "Ada L")
  const [isSame, setSame] = useState(false)
  const field = { value, isInvalid, onEdit: setValue, onLeave: nothing }
  return (
    <>
      <NameField {...field} {...(!isInvalid && { wallet: { isSame, onSame: setSame } })} />
      <EmailField {...field} hint="Only for codes and news you ask for" />
      <BioField {...field} />
    </>
  )
}

function Tags({ error, source }: { readonly source: TagSource; readonly error: string | undefined }) {
  const [chosen, setChosen] = useState<ReadonlyArray<string>>(["Arts", "Film"])
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  return <TagPicker source={source} chosen={chosen} error={error} onToggle={toggle} onLeave={nothing} />
}

function Otp({ errorId, isReadOnly }: { readonly errorId?: string; readonly isReadOnly: boolean }) {
  const [boxes, dispatch] = useReducer(otpReducer, emptyBoxes)
  return <OtpBoxesField boxes={boxes} dispatch={dispatch} errorId={errorId} isReadOnly={isReadOnly} />
}

export function Fields() {
  return (
    <GuideSection
      id="fields"
      title="Fields"
      rule="Label above, hint below, error last. Hints stay when something is wrong."
    >
      <Specimen state="as they should be">
        <AddressField address="account_loc1…k0m4ca6t" />
        <LiveFields isInvalid={false} />
      </Specimen>
      <Specimen state="wrong">
        <LiveFields isInvalid />
        <FieldError id="guide-error" message="Profile image is required." />
      </Specimen>
      {sources.map(([state, source, error]) => (
        <Specimen key={state} state={`Tags, ${state}`}>
          <Tags source={source} error={error} />
        </Specimen>
      ))}
      <Specimen state="Code, empty and refused">
        <Otp isReadOnly={false} />
        <Otp isReadOnly errorId="guide-code" />
        <FieldError id="guide-code" message="Please enter all 6 digits of the OTP" />
      </Specimen>
      <Specimen state="Draft, saving and lost">
        <DraftLine status={{ state: "saving" }} />
        <DraftLine status={{ state: "failed", reason: "The server could not be reached." }} />
      </Specimen>
      {steps.map((name, index) => (
        <Specimen key={name} state={`Steps, at ${name}`}>
          <StepProgress labels={steps} current={index} />
        </Specimen>
      ))}
    </GuideSection>
  )
}
