import { AreaField, ChoiceField, TextField } from "~/components/base/forms/fields"
import { useAwake } from "~/components/base/forms/use-awake"
import type { StepProps } from "./deploy-form"

const WAYS = [
  { value: "one", name: "Any one admin badge", hint: "Anyone who holds one can spend alone. Signers may come later." },
  {
    value: "several",
    name: "Several signers together",
    hint: "Their badges are handed out after the deployment; one more transaction then protects the treasury."
  }
]

/** Whether one person opens the treasury, or several together. */
export function OpensFields({ edit, errors, values }: Pick<StepProps, "edit" | "errors" | "values">) {
  // Until the page runs, all fields stand open: they work without JavaScript.
  const isAwake = useAwake()
  return (
    <>
      <ChoiceField
        name="opens"
        label="Who opens the treasury"
        value={values.opens}
        error={errors.opens}
        options={WAYS}
        onEdit={(opens) => edit({ opens: opens === "several" ? "several" : "one" })}
      />
      <div className="stack" data-gap="l" hidden={isAwake && values.opens !== "several"}>
        <AreaField
          name="keepers"
          label="The other signers"
          hint="One a line: the name of an active member, or an account address. You are one of them already."
          rows={4}
          value={values.keepers}
          error={errors.keepers}
          onEdit={(keepers) => edit({ keepers })}
        />
        <TextField
          name="needed"
          label="How many of all of you must approve"
          hint="At least two. With one fewer than there are signers, one lost wallet does no harm."
          numeric
          value={values.needed}
          error={errors.needed}
          onEdit={(needed) => edit({ needed })}
        />
      </div>
    </>
  )
}
