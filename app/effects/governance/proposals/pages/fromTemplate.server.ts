/**
 * Starts a proposal from a template: the list of templates, the questions of one, and the draft made from the answers.
 */
import { Effect } from "effect"
import type { GovernanceSettings } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { textProblem, tidyLine } from "~/effects/base/text/plain"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import {
  answerName,
  answerProblem,
  answerWords,
  askedName,
  tidyAnswer
} from "~/effects/governance/proposal-templates/answers"
import { bodyOf } from "~/effects/governance/proposal-templates/body"
import { StaleTemplate } from "~/effects/governance/proposal-templates/errors"
import { storedTemplate } from "~/effects/governance/proposal-templates/forms"
import { LIMITS } from "~/effects/governance/proposal-templates/limits"
import { lineOf } from "~/effects/governance/proposal-templates/lines"
import { ProposalTemplates } from "~/effects/governance/proposal-templates/ProposalTemplates.server"
import type { Template, TemplateField } from "~/effects/governance/proposal-templates/Template"
import type { ChoosePage, FillPage } from "~/effects/governance/proposal-templates/views"
import { emptyValues } from "~/effects/governance/proposals/forms"
import { type ProposalValues, withVoteType } from "~/effects/governance/proposals/values"
import { ProposalDrafts } from "../ProposalDrafts.server"
import { draftPath } from "../paths"
import { invalid, proposer } from "./readiness.server"

// Turns a template's questions and answers into a new proposal.

/** Form values from a template: text, kind, choices, and a voting time no shorter than the community's minimum. */
export const valuesFromTemplate = (
  { content }: Pick<Template, "content">,
  written: { readonly title: string; readonly answers: ReadonlyArray<string> },
  governance: GovernanceSettings
): ProposalValues => {
  const own = emptyValues(governance, content.kind)
  const least = governance.kinds[content.kind].periodHours
  return {
    ...withVoteType(own, content.voteType),
    title: written.title,
    body: bodyOf(content.fields, written.answers),
    choices: content.choices,
    seats: content.seats === undefined ? own.seats : String(content.seats),
    periodHours: String(Math.max(content.periodHours ?? least, least))
  }
}

/** `?new=choose` */
export const choosePage = (who: Inside) =>
  Effect.gen(function* () {
    yield* requireAllowed(who, "propose")
    const templates = yield* ProposalTemplates
    return {
      view: "choose",
      templates: (yield* templates.offered(who.community.id)).map(lineOf),
      mayManage: permissions.templates(who.communityRole).ok,
      leadsToSettings: permissions.settings(who.communityRole).ok
    } satisfies ChoosePage
  })

/** `?new=fill&template={id}` */
export const fillPage = (who: Inside, params: URLSearchParams) =>
  Effect.gen(function* () {
    yield* requireAllowed(who, "propose")
    const templates = yield* ProposalTemplates
    const { content, id, name, version } = yield* templates.find(who.community.id, params.get("template") ?? "")
    return { view: "fill", template: { id, name, version, content } } satisfies FillPage
  })

/** A member's answer becomes their exact name and their account. */
const inWords = (who: Inside, field: TemplateField, answer: string) =>
  Effect.gen(function* () {
    if (field.kind !== "member" || answer === "") return answerWords(field, answer)
    const { findMember } = yield* HandOver
    const member = yield* findMember(who.community.id, answer)
    return member === undefined ? null : `${member.name}, ${member.account}`
  })

const titleProblem = (title: string): string | undefined =>
  title.length < LIMITS.title.least || title.length > LIMITS.title.most
    ? `Title: ${LIMITS.title.least} to ${LIMITS.title.most} characters.`
    : textProblem(title)

/** First message per field; the questions must be those that were shown. */
const problemsOf = (template: Template, title: string, answers: ReadonlyArray<string>) => {
  const found = [
    ["title", titleProblem(title)] as const,
    ...template.content.fields.map((field, at) => [answerName(at), answerProblem(field, answers[at] ?? "")] as const)
  ]
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

const KEY = /^[\w-]{8,120}$/

/** POST, intent `fill`: turns the answers into a draft, which its author edits, signs and publishes like any other. */
export const fill = (form: FormData) =>
  Effect.gen(function* () {
    const { account, who } = yield* proposer
    const { community } = who
    const templates = yield* ProposalTemplates
    const template = yield* templates.find(community.id, textOf(form, "template"))
    const { fields } = template.content
    const isSame =
      textOf(form, "version") === String(template.version) &&
      fields.every(({ label }, at) => textOf(form, askedName(at)) === label)
    if (!isSame) return yield* new StaleTemplate({ stored: storedTemplate(template) })
    const title = tidyLine(textOf(form, "title"))
    const given = fields.map((field, at) => tidyAnswer(field, textOf(form, answerName(at))))
    const wrong = problemsOf(template, title, given)
    const words = yield* Effect.forEach(fields, (field, at) =>
      wrong[answerName(at)] === undefined ? inWords(who, field, given[at] ?? "") : Effect.succeed("")
    )
    const unknown = words.flatMap((each, at) =>
      each === null ? [[answerName(at), "No active member has this name or address."] as const] : []
    )
    const problems = { ...wrong, ...Object.fromEntries(unknown) }
    if (Object.keys(problems).length > 0) return yield* invalid(problems)
    const answers = words.map((each) => each ?? "")
    const values = valuesFromTemplate(template, { title, answers }, community.governance)
    if (values.body.length > LIMITS.body) {
      return yield* invalid({ form: "Together these answers are longer than 20,000 characters. Please shorten them." })
    }
    const drafts = yield* ProposalDrafts
    const service = yield* Idempotency
    const key = textOf(form, "key")
    const to = yield* service.run(
      JSON.stringify(["fill", community.id, account]),
      KEY.test(key) ? key : null,
      JSON.stringify([...form].filter(([name]) => name !== "key")),
      Effect.map(drafts.begin({ community, author: account, action: null, values, template: template.name }), (id) =>
        draftPath(community.id, id)
      )
    )
    return { to }
  })
