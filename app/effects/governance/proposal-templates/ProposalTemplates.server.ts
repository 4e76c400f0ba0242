/**
 * Proposal templates of a community: built-in ones, and those of its moderators (docs/product/votes.md). Every change
 * is recorded in the community's activity, in the same transaction.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { templatesHref } from "~/effects/communities/communities/hrefs"
import { builtIn, builtInTemplates } from "./builtIn"
import { StaleTemplate, TooManyTemplates } from "./errors"
import { storedTemplate } from "./forms"
import { LIMITS } from "./limits"
import { type Template, TemplateContent } from "./Template"

/** Repository of community templates. Callers check who may change one. */
const TemplateRow = Schema.Struct({
  id: Schema.String,
  communityId: CommunityId,
  name: Schema.String,
  content: Schema.parseJson(TemplateContent),
  version: Schema.Int,
  archivedAt: Schema.NullOr(Schema.Number),
  updatedAt: Schema.Number
}).annotations(rowOf("proposal_templates", ["id"]))
type TemplateRow = typeof TemplateRow.Type

const makeProposalTemplatesRepo = Effect.gen(function* () {
  const sql = yield* Sql
  const columns = sql.literal("id, community_id, name, content, version, archived_at, updated_at")

  const select = findAll({
    Request: Schema.String,
    Result: TemplateRow,
    execute: (id) => sql`SELECT ${columns} FROM proposal_templates WHERE community_id = ${id}
        ORDER BY created_at, id LIMIT ${LIMITS.stored}`
  })
  const selectOne = findOne({
    Request: Schema.Struct({ communityId: CommunityId, id: Schema.String }),
    Result: TemplateRow,
    execute: ({ communityId, id }) => sql`SELECT ${columns} FROM proposal_templates
        WHERE id = ${id} AND community_id = ${communityId}`
  })

  /** Returns whether the row was inserted; false if any community already uses the id. */
  const insert = (communityId: CommunityId, { content, id, name }: Omit<Template, "version">) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const row = { id, communityId, name, content: JSON.stringify(content), version: 1, archivedAt: null }
      const made = yield* sql`INSERT INTO proposal_templates ${sql.insert({ ...row, createdAt: now, updatedAt: now })}
          ON CONFLICT (id) DO NOTHING RETURNING id`
      return made.length > 0
    })

  /** Callers hold the community's lock and have compared the version. */
  const update = (id: string, change: Pick<Template, "content" | "name"> & Pick<TemplateRow, "archivedAt">) =>
    Effect.gen(function* () {
      const { archivedAt, content, name } = change
      yield* sql`UPDATE proposal_templates SET name = ${name}, content = ${JSON.stringify(content)},
          archived_at = ${archivedAt}, updated_at = ${yield* Clock.currentTimeMillis}, version = version + 1
          WHERE id = ${id}`
    })

  return {
    /** Oldest first, including archived ones; a community has at most a hundred. */
    all: Effect.fn("ProposalTemplates.all")((communityId: CommunityId) => select(communityId)),
    find: Effect.fn("ProposalTemplates.find")((communityId: CommunityId, id: string) => selectOne({ communityId, id })),
    insert,
    update
  }
})

const ID = /^[a-z2-7]{12}$/
const isOffered = ({ archivedAt }: TemplateRow): boolean => archivedAt === null

export class ProposalTemplates extends Effect.Service<ProposalTemplates>()(
  "governance/proposal-templates/ProposalTemplates",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const repo = yield* makeProposalTemplatesRepo
      const activity = yield* Activity

      /** Built-in templates first, then the community's own. */
      const offered = Effect.fn("ProposalTemplates.offered")(function* (communityId: CommunityId) {
        const own = yield* repo.all(communityId)
        return [...builtInTemplates, ...own.filter(isOffered)] satisfies ReadonlyArray<Template>
      })

      const row = (communityId: CommunityId, id: string) =>
        Effect.gen(function* () {
          const found = ID.test(id) ? yield* repo.find(communityId, id) : Option.none()
          return Option.isSome(found) ? found.value : yield* new NotThere({})
        })

      /** A template that can be filled in now. */
      const find = Effect.fn("ProposalTemplates.find")(function* (communityId: CommunityId, id: string) {
        const known = builtIn(id)
        if (known !== undefined) return known
        const found = yield* row(communityId, id)
        const template: Template = found
        return isOffered(found) ? template : yield* new NotThere({})
      })

      const report = ({ community, communityRole }: Inside, how: string, name: string) =>
        activity.record({
          communityId: community.id,
          actor: communityRole.account,
          type: "templateChanged",
          target: templatesHref(community.id),
          data: { how, name },
          visibility: "members"
        })

      /** Checks the permission and takes the community's lock, so that counts and versions stay true until the commit. */
      const begin = Effect.fnUntraced(function* (here: Inside) {
        yield* requireAllowed(here, "templates")
        yield* withLocks(sql, [`proposal-templates:${here.community.id}`])
        return yield* repo.all(here.community.id)
      })

      const requireRoom = (all: ReadonlyArray<TemplateRow>) =>
        all.filter(isOffered).length >= LIMITS.templates
          ? new TooManyTemplates({ most: LIMITS.templates, what: "offered" })
          : Effect.void

      const requireNew = (all: ReadonlyArray<TemplateRow>, { id, name }: Pick<Template, "id" | "name">) =>
        [...builtInTemplates, ...all.filter(isOffered)].some(
          (other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase()
        )
          ? new InvalidFields({ fields: { name: "Another template here already has this name." } })
          : Effect.void

      const pick = (all: ReadonlyArray<TemplateRow>, id: string, version: number) =>
        Effect.gen(function* () {
          const found = all.find((each) => each.id === id)
          if (found === undefined) return yield* new NotThere({})
          return found.version === version ? found : yield* new StaleTemplate({ stored: storedTemplate(found) })
        })

      /** Creates a template under the id from its form (version 0), or saves the next version of one. */
      const save = Effect.fn("ProposalTemplates.save")(function* (here: Inside, template: Template) {
        const all = yield* begin(here)
        const isNew = template.version === 0 && !all.some(({ id }) => id === template.id)
        const stored = isNew ? undefined : yield* pick(all, template.id, template.version)
        yield* requireNew(all, template)
        if (stored === undefined) {
          if (!ID.test(template.id)) return yield* new NotThere({})
          yield* requireRoom(all)
          if (all.length >= LIMITS.stored) return yield* new TooManyTemplates({ most: LIMITS.stored, what: "stored" })
          // An id that another community uses is reported as not found, as it is when read.
          if (!(yield* repo.insert(here.community.id, template))) return yield* new NotThere({})
        } else yield* repo.update(template.id, { ...template, archivedAt: stored.archivedAt })
        yield* report(here, stored === undefined ? "made" : "changed", template.name)
      }, atomically(sql))

      const archive = Effect.fn("ProposalTemplates.archive")(function* (here: Inside, id: string, version: number) {
        const stored = yield* pick(yield* begin(here), id, version)
        if (!isOffered(stored)) return
        yield* repo.update(id, { ...stored, archivedAt: yield* Clock.currentTimeMillis })
        yield* report(here, "archived", stored.name)
      }, atomically(sql))

      const restore = Effect.fn("ProposalTemplates.restore")(function* (here: Inside, id: string, version: number) {
        const all = yield* begin(here)
        const stored = yield* pick(all, id, version)
        if (isOffered(stored)) return
        yield* requireRoom(all)
        yield* requireNew(all, stored)
        yield* repo.update(id, { ...stored, archivedAt: null })
        yield* report(here, "brought back", stored.name)
      }, atomically(sql))

      return { offered, find, row, all: repo.all, save, archive, restore }
    })
  }
) {}
