/** POST /community/detail/{id}/templates: save, archive and restore. */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { InvalidFields } from "~/effects/base/failures/failures"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { templatesHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import { contentOf, readTemplate, templateProblems } from "../forms"
import { ProposalTemplates } from "../ProposalTemplates.server"

const KEY = /^[\w-]{8,120}$/

const versionOf = (form: FormData): number => {
  const text = textOf(form, "version")
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** Every field with all of its values, by field name. */
export const sentOf = (form: FormData): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => [name, form.getAll(name).filter((value) => typeof value === "string")])
  )

/** Makes a write idempotent for each page that sends it, so that a second click does not create a second template. */
const once = <E, R>(here: Inside, form: FormData, write: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const service = yield* Idempotency
    const key = textOf(form, "key")
    const account = yield* requireAllowed(here, "templates")
    const scope = JSON.stringify(["templates", here.community.id, account])
    const sent = JSON.stringify([...form].filter(([name]) => name !== "key"))
    const to = yield* service.run(
      scope,
      KEY.test(key) ? key : null,
      sent,
      Effect.as(write, templatesHref(here.community.id))
    )
    return { to }
  })

const save = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requireAllowed(here, "templates")
    const templates = yield* ProposalTemplates
    const sent = sentOf(form)
    const values = readTemplate({ ...sent, kind: sent.kind?.[0], voteType: sent.voteType?.[0] })
    const fields = templateProblems(values, here.community.governance)
    if (Object.keys(fields).length > 0) return yield* new InvalidFields({ fields })
    const template = {
      id: textOf(form, "id"),
      name: values.name,
      version: versionOf(form),
      content: contentOf(values)
    }
    return yield* once(here, form, templates.save(here, template))
  })

const changing = (which: "archive" | "restore") => (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const templates = yield* ProposalTemplates
    yield* templates[which](here, textOf(form, "id"), versionOf(form))
    return { to: templatesHref(here.community.id) }
  })

export const templatesAction = pageAction({ save, archive: changing("archive"), restore: changing("restore") })
