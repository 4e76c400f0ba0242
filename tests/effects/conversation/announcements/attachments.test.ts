/** Attachments of announcements: for their issuer until they are published, then fixed and for everybody who reads. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { AnnouncementId, type Issue } from "~/effects/conversation/announcements/Announcement"
import { AnnouncementCardsRepo } from "~/effects/conversation/announcements/AnnouncementCardsRepo.server"
import { AnnouncementChanges } from "~/effects/conversation/announcements/AnnouncementChanges.server"
import { Announcements } from "~/effects/conversation/announcements/Announcements.server"
import { announcementAttachment } from "~/effects/conversation/announcements/pages/attachment.server"
import { WaitingAnnouncementsRepo } from "~/effects/conversation/announcements/WaitingAnnouncementsRepo.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { describeOnBothDatabases } from "../../../databases"
import { visit } from "../../publishing/dashboard/visits"
import { pdf } from "../attachments"
import { accountOf, scene, world } from "../discussion/world"

const id = AnnouncementId.make("aaaaaaaaaaaa")
const target = { type: "announcement", id } as const

describeOnBothDatabases("attachments of an announcement", (database) => {
  const Live = Layer.mergeAll(
    Announcements.Default,
    AnnouncementChanges.Default,
    AnnouncementCardsRepo.Default,
    WaitingAnnouncementsRepo.Default,
    Attachments.Default
  ).pipe(Layer.provideMerge(UploadStore.layerMemory), Layer.provideMerge(world(database)))
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  const stage = Effect.gen(function* () {
    const { as, community, tokens } = yield* scene
    const announcements = yield* Announcements
    const waiting = yield* WaitingAnnouncementsRepo
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
        const changes = yield* AnnouncementChanges
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
        const waiting = yield* WaitingAnnouncementsRepo
        yield* waiting.drop(community.id, id, issuer)
        assert.deepStrictEqual(yield* listed, [])
        const due = yield* sql`SELECT file FROM upload_leftovers`
        assert.lengthOf(due, 3)
      })
    )
  )
})
