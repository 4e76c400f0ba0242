/** Attachments of announcements: for their issuer until they are published, then fixed and for everybody who reads. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { sha256 } from "~/effects/base/text/random.server"
import { AnnouncementId, type Issue } from "~/effects/conversation/announcements/Announcement"
import { AnnouncementCardsRepo } from "~/effects/conversation/announcements/AnnouncementCardsRepo.server"
import { AnnouncementPublications } from "~/effects/conversation/announcements/AnnouncementPublications.server"
import { Announcements } from "~/effects/conversation/announcements/Announcements.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { announcementAttachment } from "~/effects/conversation/announcements/pages/file.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { BallotsRepo } from "~/effects/governance/votes/BallotsRepo.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { ExportedRows } from "~/effects/publishing/exports/ExportedRows.server"
import { CouponsRepo } from "~/effects/treasury/bonds/CouponsRepo.server"
import { describeOnBothDatabases } from "../../../databases"
import { overlapping } from "../../../overlapping"
import { visit } from "../../publishing/dashboard/visits"
import { communityFiles, ownFiles, pdf } from "../attachments"
import { accountOf, HOUR, scene, TODAY, world } from "../discussion/world"

const id = AnnouncementId.make("aaaaaaaaaaaa")
const target = { type: "announcement", id } as const

describeOnBothDatabases("attachments of an announcement", (database) => {
  const Live = Layer.mergeAll(
    Announcements.Default,
    AnnouncementCardsRepo.Default,
    AnnouncementPublications.Default,
    AnnouncementsRepo.Default,
    Attachments.Default,
    BallotsRepo.Default,
    ExportedRows.Default,
    ProposalsRepo.Default,
    CouponsRepo.Default
  ).pipe(Layer.provideMerge(UploadStore.layerMemory), Layer.provideMerge(world(database)))
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  const stage = Effect.gen(function* () {
    const { as, community, tokens } = yield* scene
    const announcements = yield* Announcements
    const waiting = yield* AnnouncementsRepo
    const files = yield* Attachments
    const issuer = accountOf("Mo Derator")
    const issue: Issue = {
      id,
      communityId: CommunityId.make(community.id),
      issuer,
      title: "The pump is mended",
      body: "From nine to noon.",
      importance: "normal",
      pinnedUntil: null,
      publishAt: null,
      signed: null
    }
    yield* announcements.saveDraft(issue)
    const hold = waiting.hold(id, issuer)
    const attach = (text: string) => Effect.flatMap(as("mo"), (mo) => files.attach(mo, target, pdf(text), hold))
    const fetch = (post: string, file: string, token: string) =>
      visit(
        `/api/announcements/${community.id}/${post}/files/${file}`,
        Effect.flatMap(RouteArgs, (args) =>
          Effect.provideService(announcementAttachment, RouteArgs, {
            ...args,
            params: { id: community.id, number: post, file }
          })
        ),
        { token }
      ).pipe(
        Effect.map(({ value }) => value.status),
        Effect.either,
        Effect.map(Either.getOrElse(() => 404))
      )
    return { announcements, attach, community, fetch, files, hold, issue, issuer, tokens }
  })
  const listed = Effect.flatMap(AttachmentsRepo, (repo) => repo.of(target))

  it.effect("are read by the issuer of a draft alone, and by everybody once it is published, withdrawn too", () =>
    run(
      Effect.gen(function* () {
        const { announcements, attach, community, fetch, files, hold, issue, issuer, tokens } = yield* stage
        yield* attach("one")
        const [file] = yield* listed
        const one = file?.id ?? ""
        assert.strictEqual(yield* fetch(id, one, tokens.mo), 200)
        for (const other of [tokens.bo, tokens.owner]) assert.strictEqual(yield* fetch(id, one, other), 404)
        assert.strictEqual(yield* announcements.issue(issue), 1)
        assert.strictEqual(yield* fetch(id, one, tokens.mo), 404)
        assert.strictEqual(yield* fetch("1", one, tokens.bo), 200)
        assert.strictEqual(yield* fetch("2", one, tokens.bo), 404)
        // What was announced stays as it is.
        assert.deepInclude(yield* Effect.flip(attach("two")), { _tag: "WrongState", status: 409 })
        assert.deepInclude(yield* Effect.flip(files.detach(target, one, hold)), { _tag: "WrongState" })
        assert.deepStrictEqual(yield* listed, file === undefined ? [] : [file])
        const changes = yield* AnnouncementPublications
        yield* changes.withdraw(CommunityId.make(community.id), id, issuer, "The plumber is ill")
        assert.strictEqual(yield* fetch("1", one, tokens.bo), 200)
      })
    )
  )

  it.effect("are removed one by one, and all of them with a draft that is deleted", () =>
    run(
      Effect.gen(function* () {
        const { attach, community, files, hold, issuer } = yield* stage
        const sql = yield* SqlClient.SqlClient
        for (const text of ["one", "two", "three"]) yield* attach(text)
        const [first, ...rest] = yield* listed
        yield* files.detach(target, first?.id ?? "", hold)
        assert.deepStrictEqual(yield* listed, rest)
        const waiting = yield* AnnouncementsRepo
        yield* waiting.drop(community.id, id, issuer)
        assert.deepStrictEqual(yield* listed, [])
        const due = yield* sql`SELECT file FROM upload_leftovers`
        assert.lengthOf(due, 3)
      })
    )
  )

  it.effect("are in the issuer's own data at once, and in the community's export once they are published", () =>
    run(
      Effect.gen(function* () {
        const { announcements, attach, community, issue, issuer } = yield* stage
        yield* attach("one")
        const [file] = yield* listed
        const known = { targetType: "announcement", targetId: id, name: "minutes.pdf", sha256: file?.sha256 }
        const waiting = Effect.gen(function* () {
          const { rows, text } = yield* communityFiles(community.slug, community.ownerAddress)
          assert.deepStrictEqual(rows, [])
          for (const secret of [file?.id, file?.sha256, id]) assert.notInclude(text, String(secret))
          assert.containSubset(yield* ownFiles(issuer), [known])
        })
        yield* waiting
        const at = TODAY + 2 * HOUR
        yield* announcements.issue({ ...issue, publishAt: at })
        yield* waiting
        yield* TestClock.setTime(at)
        yield* (yield* AnnouncementPublications).publishDue
        const exported = Effect.gen(function* () {
          const { rows } = yield* communityFiles(community.slug, community.ownerAddress)
          assert.lengthOf(rows, 1)
          assert.containSubset(rows, [{ ...known, id: file?.id, account: issuer }])
        })
        yield* exported
        const changes = yield* AnnouncementPublications
        yield* changes.withdraw(CommunityId.make(community.id), id, issuer, "The plumber is ill")
        yield* exported
        assert.containSubset(yield* ownFiles(issuer), [known])
      })
    )
  )

  // Below, two transactions at once: over two connections on Postgres; SQLite runs one after the other.

  /** Publishing at once, and of what was scheduled. */
  const publications = Effect.gen(function* () {
    const staged = yield* stage
    const { announcements, issue } = staged
    const at = TODAY + 2 * HOUR
    const later = Effect.gen(function* () {
      yield* announcements.issue({ ...issue, publishAt: at })
      yield* TestClock.setTime(at)
      return (yield* AnnouncementPublications).publishDue
    })
    return { ...staged, now: Effect.asVoid(announcements.issue(issue)), later }
  })

  for (const way of ["now", "later"] as const) {
    it.effect(`are fixed with their hashes if they were attached before it was published (${way})`, () =>
      run(
        Effect.gen(function* () {
          const { attach, community, fetch, later, now, tokens } = yield* publications
          const publishing = way === "now" ? now : yield* later
          yield* overlapping(attach("one"), publishing)
          const [file, ...more] = yield* listed
          assert.deepStrictEqual(more, [])
          assert.strictEqual(file?.sha256, sha256(pdf("one").bytes))
          assert.strictEqual(yield* fetch("1", file?.id ?? "", tokens.bo), 200)
          assert.lengthOf((yield* communityFiles(community.slug, community.ownerAddress)).rows, 1)
        })
      )
    )

    it.effect(`are refused in words, and so is removing them, if it was published first (${way})`, () =>
      run(
        Effect.gen(function* () {
          const { attach, files, hold, later, now } = yield* publications
          yield* attach("one")
          const before = yield* listed
          const publishing = way === "now" ? now : yield* later
          const late = [attach("two"), files.detach(target, before[0]?.id ?? "", hold)]
          const refused = Effect.forEach(late, (change) => Effect.flip(change))
          const [, refusals] = yield* overlapping(publishing, refused)
          for (const refusal of refusals) {
            assert.deepInclude(refusal, {
              code: "E-STATE",
              message: "This announcement is published; changing its files is no longer possible."
            })
          }
          assert.deepStrictEqual(yield* listed, before)
        })
      )
    )
  }
})
