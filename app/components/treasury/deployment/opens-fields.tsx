import { AreaField, ChoiceField, TextField } from "~/components/base/forms/fields"
import { useHydrated } from "~/components/base/site/use-hydrated"
import type { StepProps } from "./step-props"

const WAYS = [
  {
    value: "one",
    name: "Any single admin",
    hint: "Anyone with an admin badge can spend alone. You can switch to several signers later."
  },
  {
    value: "several",
    name: "Several signers together (multisig)",
    hint: "You hand out their badges after the deployment; one more transaction then puts the signers in charge."
  }
]

/** Whether one person can spend from the treasury, or several together. */
export function OpensFields({ edit, errors, values }: Pick<StepProps, "edit" | "errors" | "values">) {
  // Before hydration all fields are shown, so that the form works without JavaScript.
  const isHydrated = useHydrated()
  return (
    <>
      <ChoiceField
        name="opens"
        label="Who can spend from the treasury"
        value={values.opens}
        error={errors.opens}
        options={WAYS}
        onEdit={(opens) => edit({ opens: opens === "several" ? "several" : "one" })}
      />
      <div className="stack" data-gap="l" hidden={isHydrated && values.opens !== "several"}>
        <AreaField
          name="signers"
          label="The other signers"
          hint="One per line: the name of an active member, or an account address. You are already one of the signers."
          rows={4}
          value={values.signers}
          error={errors.signers}
          onEdit={(signers) => edit({ signers })}
        />
        <TextField
          name="needed"
          label="How many signers, including you, must approve"
          hint="At least two. If it is one fewer than there are signers, a single lost wallet does no harm."
          numeric
          value={values.needed}
          error={errors.needed}
          onEdit={(needed) => edit({ needed })}
        />
      </div>
    </>
  )
}
