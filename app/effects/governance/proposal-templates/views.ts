/** Loader data of the template pages. Types only: pages load this file. */
import type { GovernanceSettings } from "~/effects/access/Community"
import type { TemplateValues } from "./forms"
import type { Template, TemplateContent } from "./Template"

/** A line of the template list. */
export interface TemplateLine extends Pick<TemplateContent, "about" | "kind" | "voteType"> {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly questions: number
}

/** `.../proposals?new=choose`: what a proposal can start from. */
export interface ChoosePage {
  readonly view: "choose"
  readonly templates: ReadonlyArray<TemplateLine>
  readonly mayManage: boolean
  /** The owner changes rules in the settings, which attach the change to the vote. */
  readonly leadsToSettings: boolean
}

/** `.../proposals?new=fill&template={id}`: a template's questions. */
export interface FillPage {
  readonly view: "fill"
  readonly template: Template
}

export interface TemplatesList {
  readonly view: "list"
  readonly builtIn: ReadonlyArray<TemplateLine>
  readonly offered: ReadonlyArray<TemplateLine>
  readonly archived: ReadonlyArray<TemplateLine>
  /** Why nothing can be changed here; null if it can. */
  readonly obstacle: string | null
}

export interface TemplateFormPage {
  readonly view: "form"
  readonly id: string
  /** 0 for a new template. */
  readonly version: number
  readonly values: TemplateValues
  /** The minimums of each kind. */
  readonly governance: GovernanceSettings
}

export type TemplatesPage = TemplatesList | TemplateFormPage
