import { useState } from "react"
import type { GovernanceSettings } from "~/effects/access/Community"
import type { FieldErrors } from "~/effects/base/remix/form"
import { type FormStep, stepOfField } from "./form-steps"

/** What keeps the author from the next step, as the summary of errors shows it; null where nothing does. */
export const summaryOf = (fields: FieldErrors) =>
  Object.keys(fields).length === 0 ? null : { code: "", message: "Please check the marked fields.", fields }

/** The fields of one step, judged by the rules the server judges all of them by. */
export function useStepCheck(settings: GovernanceSettings) {
  const [fields, setFields] = useState<FieldErrors | null>(null)
  return {
    /** Null until the author has gone on; what the server said counts until then. */
    fields,
    look: async (form: HTMLFormElement, step: FormStep): Promise<boolean> => {
      const { problemsOfForm } = await import("./form-text")
      const all = Object.entries(problemsOfForm(new FormData(form), settings, Date.now()))
      const found = all.filter(([field]) => stepOfField(field) === step)
      setFields(Object.fromEntries(found))
      return found.length === 0
    },
    forget: () => setFields(null)
  }
}
