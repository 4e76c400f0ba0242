/** Attachments of proposals: their author's until voting opens, then fixed; read by those who read the proposal. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, Option, TestClock } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Limits } from "~/effects/base/limits/Limits.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { sha256 } from "~/effects/base/text/random.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { emptyValues } from "~/effects/governance/proposals/forms"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { proposalAttachment } from "~/effects/governance/proposals/pages/attachment.server"
import { apiProposal } from "~/effects/governance/proposals/pages/outputs.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { ExportedRows } from "~/effects/publishing/exports/ExportedRows.server"
import { describeOnBothDatabases } from "../../../databases"
import { overlapping } from "../../../overlapping"
import { communityFiles, ownFiles, pdf } from "../../conversation/attachments"
import { smallPicture } from "../../people/signup/world"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { club, HOUR, rowOf, rules, someSignature, TODAY, textOf, voter, world } from "./world"

const id = ProposalId.make("draftabcdefg")
const target = { type: "proposal", id } as const
const values = { ...emptyValues(rules()), title: "Buy a projector", body: "Ours flickers. A new one costs 400." }
const ben = voter("Ben").account
const listed = Effect.flatMap(AttachmentsRepo, (repo) => repo.of(target))

describeOnBothDatabases("attachments of a proposal", (database) => {
  const Live = Layer.mergeAll(Attachments.Default, ExportedRows.Default, Limits.Default).pipe(
    Layer.provideMerge(UploadStore.layerMemory),
    Layer.provideMerge(world(database))
  )
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  /** Ben's draft. */
  const stage = Effect.gen(function* () {
    const communityId = yield* club()
    const drafts = yield* ProposalDrafts
    const files = yield* Attachments
    yield* drafts.save(communityId, ben, id, values, { version: 0, threadNumber: null })
    const author = { community: { id: communityId }, membership: { joinedAt: 0 }, communityRole: { account: ben } }
    const hold = drafts.hold(communityId, ben, id)
    const attach = (text: string, held: Effect.Effect<void, unknown> = hold) =>
      files.attach(author, target, pdf(text), held)
    const publish = (by = ben) =>
      Effect.gen(function* () {
        const communities = yield* CommunitiesRepo
        const { community } = Option.getOrThrow(yield* communities.findById(communityId, null))
        return yield* (yield* Proposals).publish({
          id,
          community,
          author: by,
          role: "member",
          text: textOf({ reviewHours: 24, opensAt: TODAY + 24 * HOUR, closesAt: TODAY + 48 * HOUR }),
          action: null,
          threadNumber: null,
          signed: someSignature
        })
      })
    /** As a visitor. */
    const fetch = (post: string, file: string, search = "") =>
      visit(
        `/api/proposals/${communityId}/${post}/files/${file}${search}`,
        Effect.flatMap(RouteArgs, (args) =>
          Effect.provideService(proposalAttachment, RouteArgs, {
            ...args,
            params: { id: communityId, number: post, file }
          })
        )
      ).pipe(
        Effect.either,
        Effect.map(Either.getOrNull),
        Effect.map((found) => found?.value ?? null)
      )
    return { attach, author, communityId, drafts, fetch, files, hold, publish }
  })

  it.effect("are read by those who have the draft's address, and by everybody once it is published", () =>
    run(
      Effect.gen(function* () {
        const { attach, communityId, drafts, fetch, publish } = yield* stage
        yield* attach("offer")
        const file = (yield* listed)[0]?.id ?? ""
        const { secret } = yield* drafts.find(communityId, id, { account: ben, secret: null })
        assert.isNull(yield* fetch(id, file))
        assert.isNull(yield* fetch(id, file, `?secret=${"0".repeat(32)}`))
        assert.isNotNull(yield* fetch(id, file, `?secret=${secret}`))
        const number = String(yield* publish())
        assert.isNull(yield* fetch(id, file, `?secret=${secret}`))
        assert.isNotNull(yield* fetch(number, file))
        assert.isNull(yield* fetch(number, "a".repeat(26)))
      })
    )
  )

  it.effect("change during the review and are fixed when voting opens; hashes are those of what is downloaded", () =>
    run(
      Effect.gen(function* () {
        const { attach, author, communityId, fetch, files, publish } = yield* stage
        yield* attach("offer")
        const number = yield* publish()
        const row = yield* rowOf(communityId, number)
        const hold = (yield* Proposals).hold(row)
        const bytes = new Uint8Array(yield* Effect.promise(() => smallPicture))
        yield* TestClock.adjust("1 second")
        yield* files.attach(author, target, { name: "room.png", bytes }, hold)
        yield* files.detach(target, (yield* listed)[0]?.id ?? "", hold)
        yield* TestClock.adjust("1 second")
        yield* attach("a better offer", hold)
        const fixed = yield* listed
        assert.deepStrictEqual(
          fixed.map(({ name }) => name),
          ["room.png", "minutes.pdf"]
        )
        for (const { id: file, sha256: hash } of fixed) {
          const answer = yield* fetch(String(number), file)
          const sent = yield* Effect.promise(() => answer?.arrayBuffer() ?? Promise.resolve(new ArrayBuffer(0)))
          assert.strictEqual(sha256(new Uint8Array(sent)), hash)
        }
        yield* TestClock.setTime(TODAY + 25 * HOUR)
        yield* (yield* Openings).openDue
        assert.strictEqual((yield* rowOf(communityId, number)).status, "active")
        assert.deepInclude(yield* Effect.flip(attach("late", hold)), { _tag: "WrongState", status: 409 })
        const late = files.detach(target, fixed[0]?.id ?? "", hold)
        assert.deepInclude(yield* Effect.flip(late), { _tag: "WrongState", status: 409 })
        assert.deepStrictEqual(yield* listed, fixed)
        const { value: answer } = yield* visit("/", apiProposal, { params: { slug: "club", n: String(number) } })
        const { attachments } = yield* Effect.promise(() => answer.json())
        assert.deepStrictEqual(
          attachments.map((one: { readonly name: string; readonly sha256: string }) => [one.name, one.sha256]),
          fixed.map((one) => [one.name, one.sha256])
        )
        assert.match(attachments[0].url, new RegExp(`/api/proposals/${communityId}/${number}/files/${fixed[0]?.id}$`))
      })
    )
  )

  it.effect("go with a draft that is discarded, and nobody else publishes under its id", () =>
    run(
      Effect.gen(function* () {
        const { attach, communityId, drafts, publish } = yield* stage
        const sql = yield* SqlClient.SqlClient
        yield* attach("offer")
        const [file] = yield* listed
        assert.deepInclude(yield* Effect.flip(publish(voter("Cho").account)), { status: 404 })
        assert.deepStrictEqual(yield* listed, file === undefined ? [] : [file])
        yield* drafts.discard(communityId, ben, id)
        assert.deepStrictEqual(yield* listed, [])
        const due = yield* sql<{ readonly file: string }>`SELECT file FROM upload_leftovers`
        assert.deepStrictEqual(
          due.map((row) => row.file),
          [file?.id]
        )
        assert.deepInclude(yield* Effect.flip(attach("after the end")), { status: 404 })
      })
    )
  )

  it.effect("are in one's own data at once, and in the community's export once their draft is published", () =>
    run(
      Effect.gen(function* () {
        const { attach, author, communityId, drafts, files, publish } = yield* stage
        const owner = voter("Ana").account
        yield* attach("offer")
        const [file] = yield* listed
        const { createdAt: _, ...row } = { ...file, targetType: "proposal", targetId: id, createdAt: 0 }
        const { id: fileId, ...known } = row
        const draft = yield* communityFiles("club", owner)
        assert.deepStrictEqual(draft.rows, [])
        for (const secret of [fileId, file?.sha256, id]) assert.notInclude(draft.text, String(secret))
        assert.containSubset(yield* ownFiles(ben), [known])
        assert.deepStrictEqual(yield* ownFiles(owner), [])
        yield* publish()
        const published = yield* communityFiles("club", owner)
        assert.lengthOf(published.rows, 1)
        assert.containSubset(published.rows, [{ ...row, account: ben }])
        assert.containSubset(yield* ownFiles(ben), [known])

        const other = ProposalId.make("draftdiscard")
        yield* drafts.save(communityId, ben, other, values, { version: 0, threadNumber: null })
        const at = { type: "proposal", id: other } as const
        yield* files.attach(author, at, pdf("thrown away"), drafts.hold(communityId, ben, other))
        assert.lengthOf(yield* ownFiles(ben), 2)
        yield* drafts.discard(communityId, ben, other)
        assert.lengthOf(yield* ownFiles(ben), 1)
        assert.deepStrictEqual((yield* communityFiles("club", owner)).rows, published.rows)
      })
    )
  )

  // Below, two transactions at once: over two connections on Postgres; SQLite runs one after the other.

  /** Ben's proposal in review, whose voting is due. */
  const due = Effect.gen(function* () {
    const staged = yield* stage
    const number = yield* staged.publish()
    yield* TestClock.setTime(TODAY + 24 * HOUR)
    const hold = (yield* Proposals).hold(yield* rowOf(staged.communityId, number))
    const opening = (yield* Openings).openOrWait(staged.communityId, id)
    const shown = Effect.gen(function* () {
      assert.strictEqual((yield* rowOf(staged.communityId, number)).status, "active")
      const { value } = yield* visit("/", apiProposal, { params: { slug: "club", n: String(number) } })
      const { attachments } = yield* Effect.promise(() => value.json())
      return attachments.map((one: { readonly sha256: string }) => one.sha256)
    })
    return { ...staged, hold, opening, shown }
  })
  const hashOf = (text: string) => sha256(pdf(text).bytes)

  it.effect("are fixed with their hashes if they were attached, or stay removed, before voting opened", () =>
    run(
      Effect.gen(function* () {
        const { attach, files, hold, opening, shown } = yield* due
        yield* attach("offer", hold)
        const [file] = yield* listed
        const changing = Effect.zipRight(files.detach(target, file?.id ?? "", hold), attach("a better offer", hold))
        yield* overlapping(changing, opening)
        assert.deepStrictEqual(yield* shown, [hashOf("a better offer")])
      })
    )
  )

  it.effect("are refused, and so is removing them, if voting opened first", () =>
    run(
      Effect.gen(function* () {
        const { attach, files, hold, opening, shown } = yield* due
        yield* attach("offer", hold)
        const [file] = yield* listed
        const changes = [attach("late", hold), files.detach(target, file?.id ?? "", hold)]
        const late = Effect.forEach(changes, Effect.flip, { concurrency: 1 })
        const [, refusals] = yield* overlapping(opening, late)
        for (const refusal of refusals) {
          assert.deepInclude(refusal, { code: "E-STATE", status: 409 })
          assert.include(String(refusal), "This proposal is open; edit")
        }
        assert.deepStrictEqual(yield* shown, [hashOf("offer")])
      })
    )
  )

  it.effect("go with a draft that is published, and are refused in words if it was published first", () =>
    run(
      Effect.gen(function* () {
        const { attach, publish } = yield* stage
        yield* overlapping(attach("offer"), publish())
        const fixed = yield* listed
        assert.deepStrictEqual(
          fixed.map((one) => one.sha256),
          [hashOf("offer")]
        )
        const late = yield* Effect.flip(attach("late"))
        assert.deepInclude(late, {
          code: "E-STATE",
          message: "This draft is published; changing its files here is no longer possible."
        })
        assert.deepStrictEqual(yield* listed, fixed)
      })
    )
  )

  for (const way of ["saved", "brought back"] as const) {
    it.effect(`have no draft left to be changed in, if it is ${way} while it is published`, () =>
      run(
        Effect.gen(function* () {
          const { attach, communityId, drafts, publish } = yield* stage
          const { value: who } = yield* visit(
            "/",
            Effect.flatMap(Communities, (communities) => Effect.flatMap(communities.bySlug("club", ben), insideOf)),
            { token: yield* signIn(ben) }
          )
          const removed = yield* drafts.discard(communityId, ben, id)
          const draft: Effect.Effect<unknown, { readonly code: string }> =
            way === "saved"
              ? drafts.save(communityId, ben, id, values, { version: 0, threadNumber: null })
              : atomically(yield* SqlClient.SqlClient)(drafts.restore(who, removed))
          const [, refusal] = yield* overlapping(publish(), Effect.flip(draft))
          assert.deepInclude(refusal, { code: way === "saved" ? "E-NOT-FOUND" : "E-STATE" })
          assert.deepInclude(yield* Effect.flip(attach("late")), { code: "E-STATE" })
          assert.deepStrictEqual(yield* listed, [])
        })
      )
    )
  }
})
