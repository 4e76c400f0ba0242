/** The pages of templates, as their loaders answer them. Types only: pages load this file. */
import type { GovernanceSettings } from "~/effects/access/Community"
import type { TemplateValues } from "./forms"
import type { Template, TemplateContent } from "./Template"

/** A line of a list. */
export interface TemplateLine extends Pick<TemplateContent, "about" | "kind" | "voteType"> {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly questions: number
}

/** `.../proposals?new=choose`: what a proposal can begin from. */
export interface ChoosePage {
  readonly view: "choose"
  readonly templates: ReadonlyArray<TemplateLine>
  readonly mayManage: boolean
  /** The owner changes the rules in the settings, which attach the change to the vote. */
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
  /** Why nothing can be changed here, if so. */
  readonly obstacle: string | null
}

export interface TemplateFormPage {
  readonly view: "form"
  readonly id: string
  /** 0 for a new one. */
  readonly version: number
  readonly values: TemplateValues
  /** The floors of each kind. */
  readonly governance: GovernanceSettings
}

export type TemplatesPage = TemplatesList | TemplateFormPage
