/** GET /community/detail/{id}/templates: a community's templates and the form of one. For moderators and the owner. */
import { Effect } from "effect"
import { requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { explain } from "~/effects/access/rules"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { randomId } from "~/effects/base/text/random.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { builtInTemplates } from "../builtIn"
import { emptyTemplate, valuesOfTemplate } from "../forms"
import { lineOf } from "../lines"
import { ProposalTemplates } from "../ProposalTemplates.server"
import type { TemplateFormPage, TemplatesList, TemplatesPage } from "../views"

export const templatesPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  yield* requireAllowed(here, "moderate")
  const templates = yield* ProposalTemplates
  const { searchParams } = new URL(request.url)
  const { governance, id: communityId } = here.community
  const wanted = searchParams.get("t")
  if (wanted !== null) {
    const found = yield* templates.row(communityId, wanted)
    const { id, version } = found
    return { view: "form", id, version, values: valuesOfTemplate(found), governance } satisfies TemplateFormPage
  }
  if (searchParams.get("new") === "1") {
    const id = yield* randomId()
    return { view: "form", id, version: 0, values: emptyTemplate, governance } satisfies TemplateFormPage
  }
  const all = yield* templates.all(communityId)
  const verdict = permissions.templates(here.communityRole)
  return {
    view: "list",
    builtIn: builtInTemplates.map(lineOf),
    offered: all.filter(({ archivedAt }) => archivedAt === null).map(lineOf),
    archived: all.filter(({ archivedAt }) => archivedAt !== null).map(lineOf),
    obstacle: verdict.ok ? null : explain(verdict)
  } satisfies TemplatesList
}).pipe(Effect.map((page): TemplatesPage => page))
