import { useState } from "react"
import type { GovernanceSettings } from "~/effects/access/Community"
import type { FieldErrors } from "~/effects/base/remix/form"
import { type FormStep, stepOfField } from "./form-steps"

/** The errors of a step as the summary shows them; null if there are none. */
export const summaryOf = (fields: FieldErrors) =>
  Object.keys(fields).length === 0 ? null : { code: "", message: "Please check the marked fields.", fields }

/** Validates the fields of one step with the server's own rules. */
export function useStepCheck(settings: GovernanceSettings) {
  const [fields, setFields] = useState<FieldErrors | null>(null)
  return {
    /** Null until the author has gone to another step; until then the server's errors are shown. */
    fields,
    check: async (form: HTMLFormElement, step: FormStep): Promise<boolean> => {
      const { problemsOfForm } = await import("./form-text")
      const all = Object.entries(problemsOfForm(new FormData(form), settings, Date.now()))
      const found = all.filter(([field]) => stepOfField(field) === step)
      setFields(Object.fromEntries(found))
      return found.length === 0
    },
    forget: () => setFields(null)
  }
}
