/**
 * Drafts of proposals: their author's alone, and readable by whoever has the secret address (docs/product/votes.md,
 * 3.4). Other parts begin one with an action that is not typed by hand: a change of the rules, a distribution, a bond.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { randomId, randomToken, sameText } from "~/effects/base/text/random.server"
import { StaleProposal, TooManyDrafts } from "./errors"
import { emptyValues } from "./forms"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { DraftAction, DraftRow } from "./rows.server"
import type { ProposalValues } from "./values"

const MOST_DRAFTS = 20
const UNTITLED = "Untitled draft"

export interface SavedDraft {
  readonly id: string
  readonly version: number
}

export interface DraftWithAction {
  readonly community: Pick<Community, "id" | "governance">
  readonly author: string
  readonly action: DraftAction
  /** What stands in the form at first; the author writes the rest. */
  readonly values: Partial<ProposalValues>
}

export class ProposalDrafts extends Effect.Service<ProposalDrafts>()("effects/ProposalDrafts", {
  dependencies: [ProposalsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* ProposalsRepo

    /** Of this author, or of anybody who has the secret. */
    const find = Effect.fn("ProposalDrafts.find")(function* (
      communityId: string,
      id: string,
      reader: { readonly account: string | null; readonly secret: string | null }
    ) {
      if (!/^[a-z2-7]{12}$/.test(id)) return yield* new NotThere({})
      const found = Option.getOrNull(yield* repo.draft(communityId, id))
      if (found === null) return yield* new NotThere({})
      const isOwn = found.author === reader.account
      const isShown = reader.secret !== null && sameText(reader.secret, found.secret)
      return isOwn || isShown ? found : yield* new NotThere({})
    })

    const insert = (
      communityId: string,
      author: string,
      id: string,
      values: ProposalValues,
      rest: { readonly action: DraftAction | null; readonly threadNumber: number | null }
    ) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* takeTurns(sql, [`proposal-drafts:${author}`])
        const [kept] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM proposal_drafts
          WHERE author = ${author} AND community_id = ${communityId}`
        if (Number(kept?.n ?? 0) >= MOST_DRAFTS) return yield* new TooManyDrafts({ most: MOST_DRAFTS })
        yield* sql`INSERT INTO proposal_drafts ${sql.insert({
          id,
          communityId,
          author,
          title: values.title === "" ? UNTITLED : values.title.slice(0, 140),
          fields: JSON.stringify(values),
          action: rest.action === null ? null : JSON.stringify(rest.action),
          threadNumber: rest.threadNumber,
          secret: (yield* randomToken).slice(0, 32),
          createdAt: now,
          updatedAt: now
        })}`
        return { id, version: 1 } satisfies SavedDraft
      }).pipe(Effect.catchTag("SqlError", Effect.die))

    const update = (stored: DraftRow, values: ProposalValues, version: number) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const changed = yield* sql`UPDATE proposal_drafts SET fields = ${JSON.stringify(values)},
            title = ${values.title === "" ? UNTITLED : values.title.slice(0, 140)}, updated_at = ${now},
            version = version + 1
          WHERE id = ${stored.id} AND version = ${version} RETURNING id`
        if (changed.length > 0) return { id: stored.id, version: version + 1 } satisfies SavedDraft
        const { body, summary, title } = { body: "", summary: "", title: "", ...textsOf(stored) }
        return yield* new StaleProposal({ stored: { title, summary, body, version: String(stored.version) } })
      }).pipe(Effect.catchTag("SqlError", Effect.die))

    /** Keeps a draft: a new one under the id the form brought, or the next version of the author's own. */
    const save = Effect.fn("ProposalDrafts.save")(function* (
      communityId: string,
      author: string,
      id: string,
      values: ProposalValues,
      rest: { readonly version: number; readonly threadNumber: number | null }
    ) {
      const stored = Option.getOrNull(yield* repo.draft(communityId, id))
      if (stored !== null && stored.author !== author) return yield* new NotThere({})
      if (stored !== null) return yield* update(stored, values, rest.version)
      const taken = yield* Effect.orDie(sql`SELECT id FROM proposals WHERE id = ${id}
        UNION ALL SELECT id FROM proposal_drafts WHERE id = ${id}`)
      if (taken.length > 0) return yield* new NotThere({})
      return yield* insert(communityId, author, id, values, { action: null, threadNumber: rest.threadNumber })
    }, atomically(sql))

    const discard = Effect.fn("ProposalDrafts.discard")(function* (communityId: string, author: string, id: string) {
      const gone = yield* Effect.orDie(sql`DELETE FROM proposal_drafts
        WHERE id = ${id} AND community_id = ${communityId} AND author = ${author} RETURNING id`)
      if (gone.length === 0) return yield* new NotThere({})
    })

    /** A draft that carries an action from elsewhere; answers its id. Its author opens it, writes, and publishes. */
    const begin = Effect.fn("ProposalDrafts.begin")(function* ({ action, author, community, values }: DraftWithAction) {
      const id = yield* randomId()
      const whole = { ...emptyValues(community.governance, values.kind), ...values }
      yield* insert(community.id, author, id, whole, { action, threadNumber: null })
      return id
    }, atomically(sql))

    return { find, save, discard, begin }
  })
}) {}

const textsOf = ({ fields }: DraftRow): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"))
