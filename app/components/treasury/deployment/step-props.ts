import type { DeployPage } from "~/effects/treasury/deployment/page"
import type { DeployValues } from "~/effects/treasury/deployment/values"

export type FormPage = Extract<DeployPage, { readonly state: "form" }>
/** What each step of the form gets. */
export interface StepProps {
  readonly page: FormPage
  readonly values: DeployValues
  readonly edit: (change: Partial<DeployValues>) => void
  readonly errors: Readonly<Record<string, string>>
}
