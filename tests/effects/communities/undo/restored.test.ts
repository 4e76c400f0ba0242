/** What features write back after a removal is exactly what they deleted, or nothing if it no longer fits. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Either, Layer } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { Limits } from "~/effects/base/limits/Limits.server"
import { InvitationLists } from "~/effects/communities/members/InvitationLists.server"
import type { InsideKind } from "~/effects/communities/undo/Removal"
import { Removals, type RemovedRows } from "~/effects/communities/undo/Removals.server"
import type { Restore } from "~/effects/communities/undo/Restorers.server"
import { AnnouncementId } from "~/effects/conversation/announcements/Announcement"
import { Announcements } from "~/effects/conversation/announcements/Announcements.server"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { sweepWebhooks } from "~/effects/publishing/webhooks/DeliveriesRepo.server"
import { Webhooks } from "~/effects/publishing/webhooks/Webhooks.server"
import { WebhookNotices } from "~/effects/publishing/webhooks/WebhooksRepo.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { checkRows } from "~/effects/treasury/payouts/list/checkRows"
import { NOTHING } from "~/ledger/index"
import { type Database, describeOnBothDatabases, onAnotherServer } from "../../../databases"
import { SERIES, terms } from "../../treasury/bonds/world"
import { ADA, person, stateOf, world } from "../../treasury/payouts/world"
import { found, TODAY } from "../communities/world"

const REMOVER = { account: ADA, sessionId: "a session" }

describeOnBothDatabases("What is written back", (database) => {
  const server = (over: Database) =>
    Layer.mergeAll(
      Announcements.Default,
      Bonds.Default,
      InvitationLists.Default,
      ProposalDrafts.Default,
      Webhooks.Default
    ).pipe(Layer.provideMerge(Layer.merge(WebhookNotices.Default, Limits.Default)), Layer.provideMerge(world(over)))
  const Live = server(database)
  const elsewhere = onAnotherServer(server)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  /** Ada's community, and her removing something and undoing that. */
  const stage = Effect.gen(function* () {
    const { id } = yield* found({ slug: "garden", name: "Riverside Garden", ownerAddress: ADA })
    const community = yield* stateOf(id)
    const sql = yield* SqlClient.SqlClient
    const removals = yield* Removals
    const here: Inside = {
      community,
      isFollowing: false,
      membership: null,
      visitor: null,
      communityRole: {
        account: ADA,
        hasProfile: true,
        now: TODAY,
        community: { name: community.name, stage: "live", proposerRole: "member", isPrivate: false },
        membership: null
      }
    }
    const remove = <E, R>(kind: InsideKind, removing: Effect.Effect<RemovedRows | null, E, R>) =>
      Effect.map(
        removals.record(REMOVER, { kind, communityId: community.id, path: "/" }, removing),
        ({ id }) => id ?? ""
      )
    const undo = (id: string, restore: Restore) => removals.undo(id, REMOVER, (rows) => restore(here, rows))
    const rows = (...tables: ReadonlyArray<string>) =>
      Effect.forEach(tables, (table) => sql`SELECT * FROM ${sql(table)} ORDER BY 1`)
    /** Removes, undoes on this server and on another one, and compares the tables. `service`: what writes back. */
    const thereAndBack = <E, R, E2, R2>(
      kind: InsideKind,
      tables: ReadonlyArray<string>,
      removing: Effect.Effect<RemovedRows | null, E, R>,
      service: Effect.Effect<{ readonly restore: Restore }, E2, R2>
    ) =>
      Effect.gen(function* () {
        const before = yield* rows(...tables)
        assert.isAbove(before.flat().length, 0)
        const undoing = (id: string) =>
          Effect.gen(function* () {
            const { restore } = yield* service
            yield* (yield* Removals).undo(id, REMOVER, (written) => restore(here, written))
          })
        const first = yield* remove(kind, removing)
        assert.notDeepEqual(yield* rows(...tables), before)
        yield* undoing(first)
        assert.deepStrictEqual(yield* rows(...tables), before)
        const there = yield* remove(kind, removing)
        yield* elsewhere(undoing(there))
        assert.deepStrictEqual(yield* rows(...tables), before)
        // What another server brought back is not brought back again.
        yield* undoing(there)
        assert.deepStrictEqual(yield* rows(...tables), before)
      })
    /** Why it could not come back. */
    const refused = (id: string, restore: Restore) =>
      Effect.map(Effect.either(undo(id, restore)), (ended) => (Either.isLeft(ended) ? ended.left.message : ""))
    const attached = (targetType: string, targetId: string) => {
      const file = { name: "minutes.pdf", mime: "application/pdf", bytes: 1_000, sha256: null, createdAt: TODAY }
      const row = { ...file, id: `file of ${targetId}`, targetType, targetId, communityId: community.id, account: ADA }
      return sql`INSERT INTO attachments ${sql.insert(row)}`
    }
    return { attached, community, refused, remove, rows, sql, thereAndBack }
  })

  it.effect("an announcement that waits, unless it was saved again", () =>
    run(
      Effect.gen(function* () {
        const { attached, community, refused, remove, sql, thereAndBack } = yield* stage
        const announcements = yield* Announcements
        const id = AnnouncementId.make("announceaaaa")
        const draft = {
          id,
          communityId: community.id,
          issuer: ADA,
          title: "Water is off",
          body: "On Monday.",
          importance: "normal",
          pinnedUntil: null,
          publishAt: null,
          signed: null
        } as const
        yield* announcements.saveDraft(draft)
        const drop = announcements.drop(community.id, id, ADA)
        yield* attached("announcement", id)
        yield* thereAndBack("announcement-draft", ["announcements", "attachments"], drop, Announcements)
        assert.isEmpty(yield* sql`SELECT file FROM upload_leftovers`)
        const removal = yield* remove("announcement-draft", drop)
        yield* announcements.saveDraft(draft)
        assert.include(yield* refused(removal, announcements.restore), "has been saved again. This stays removed.")
      })
    )
  )

  it.effect("a draft of a proposal, unless it was saved again or there are too many", () =>
    run(
      Effect.gen(function* () {
        const { attached, community, refused, remove, thereAndBack } = yield* stage
        const drafts = yield* ProposalDrafts
        const begin = drafts.begin({ community, author: ADA, action: null, values: { title: "A new pump" } })
        const id = yield* begin
        const discard = drafts.discard(community.id, ADA, id)
        yield* attached("proposal", id)
        yield* thereAndBack("proposal-draft", ["proposal_drafts", "attachments"], discard, ProposalDrafts)
        const removal = yield* remove("proposal-draft", discard)
        for (let n = 0; n < 20; n += 1) yield* begin
        assert.notStrictEqual(yield* refused(removal, drafts.restore), "")
      })
    )
  )

  it.effect("a payout with its rows and its list", () =>
    run(
      Effect.gen(function* () {
        const { community, thereAndBack } = yield* stage
        const distributions = yield* Distributions
        const repo = yield* DistributionsRepo
        const lines = Array.from({ length: 120 }, (_, n) => ({
          line: n + 1,
          account: person(n).account,
          amount: "1.25",
          note: n === 0 ? "“first”" : ""
        }))
        const number = yield* distributions.create({
          communityId: community.id,
          account: ADA,
          title: "Harvest share",
          note: "",
          purpose: "reward",
          resource: terms.currency,
          symbol: "XRD",
          divisibility: 18,
          mode: "direct",
          recoverDays: 180,
          rule: null,
          record: null,
          remainder: NOTHING,
          rows: yield* checkRows(lines, { divisibility: 18, own: [] })
        })
        const run = yield* repo.findOrFail(community.id, number)
        const restoring = Effect.map(Distributions, ({ restore }) => ({
          restore: (_: Inside, written: RemovedRows) => restore(written)
        }))
        yield* thereAndBack("payout", ["distributions", "distribution_rows"], distributions.stop(run), restoring)
      })
    )
  )

  it.effect("a draft of a bond, unless its code was given to another", () =>
    run(
      Effect.gen(function* () {
        const { community, refused, remove, rows, sql, thereAndBack } = yield* stage
        const bonds = yield* Bonds
        yield* bonds.saveDraft(community, ADA, { id: SERIES, version: 0, terms })
        const discard = bonds.discard(community.id, SERIES)
        yield* thereAndBack("bond-draft", ["bond_series"], discard, Bonds)
        const removal = yield* remove("bond-draft", discard)
        yield* bonds.saveDraft(community, ADA, { id: "seriesbbbbbb", version: 0, terms })
        assert.include(yield* refused(removal, bonds.restore), "Another draft has the code")
        assert.lengthOf((yield* rows("bond_series")).flat(), 1)
        assert.deepStrictEqual(yield* sql`SELECT state FROM removals WHERE id = ${removal}`, [{ state: "removed" }])
      })
    )
  )

  it.effect("a list of people, unless the person has read another", () =>
    run(
      Effect.gen(function* () {
        const { community, refused, remove, sql, thereAndBack } = yield* stage
        const lists = yield* InvitationLists
        const row = { communityId: community.id, account: ADA, reading: "{}", sheetRows: "[]", createdAt: TODAY }
        yield* sql`INSERT INTO invitation_lists ${sql.insert(row)}`
        const discard = Effect.map(lists.remove(community.id, ADA), (invitationLists) => ({ invitationLists }))
        yield* thereAndBack("people-list", ["invitation_lists"], discard, InvitationLists)
        const removal = yield* remove("people-list", discard)
        yield* sql`INSERT INTO invitation_lists ${sql.insert(row)}`
        assert.include(yield* refused(removal, lists.restore), "another list")
      })
    )
  )

  it.effect("a webhook with its secret and its log, unless another took its place", () =>
    run(
      Effect.gen(function* () {
        const { community, refused, remove, sql, thereAndBack } = yield* stage
        const webhooks = yield* Webhooks
        const url = "https://hooks.example.org/in"
        const { id } = yield* webhooks.add(community.id, ADA, url, ["member.joined"])
        yield* webhooks.test(community.id, id)
        const discard = webhooks.remove(community.id, ADA, id)
        yield* thereAndBack("webhook", ["webhooks", "webhook_deliveries"], discard, Webhooks)
        const removal = yield* remove("webhook", discard)
        assert.isEmpty(yield* webhooks.list(community.id))
        const sweep = yield* sweepWebhooks
        const now = yield* Clock.currentTimeMillis
        yield* Effect.orDie(sweep(now + 59_000))
        assert.lengthOf(yield* sql`SELECT id FROM webhooks`, 1)
        const again = yield* webhooks.add(community.id, ADA, url, ["member.joined"])
        assert.deepStrictEqual(yield* sql`SELECT id FROM webhooks`, [{ id: again.id }])
        assert.include(yield* refused(removal, webhooks.restore), "Another webhook has been added")
        yield* webhooks.remove(community.id, ADA, again.id)
        yield* Effect.orDie(sweep(now + 61_000))
        assert.isEmpty(yield* sql`SELECT id FROM webhooks`)
      })
    )
  )
})
