/** The actions of the announcement pages, and the preparation of what a wallet signs. */

import { Clock, Duration, Effect, Either, Option, Schema } from "effect"
import { Proof } from "~/connector/index"
import type { CommunityId } from "~/effects/access/Community"
import { requireAllowed } from "~/effects/access/must"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { InvalidFields, NotThere, WrongState } from "~/effects/base/failures/failures"
import { readBody } from "~/effects/base/remix/body"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { asJson, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { randomToken } from "~/effects/base/text/random.server"
import { statementDigest } from "~/effects/base/text/statement"
import { inside } from "~/effects/communities/communities/inside.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import {
  AnnouncementPublications,
  SignedTooLongAgo
} from "~/effects/conversation/announcements/AnnouncementPublications.server"
import { attachmentCommands, readAttachmentForm } from "~/effects/conversation/attachments/pages/attaching.server"
import { type Conversation, commentCommands } from "~/effects/conversation/discussion/pages/postCommands.server"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { AnnouncementId, type Issue, type SignedAs } from "../Announcement"
import { AnnouncementCardsRepo } from "../AnnouncementCardsRepo.server"
import { Announcements } from "../Announcements.server"
import { AnnouncementsRepo } from "../AnnouncementsRepo.server"
import { AnnouncementForm, CorrectionForm, checkPublishing, instantOf, Reason, wrongTimes } from "../forms"
import { type ToSign, toStatement } from "../statement"
import { draftPlace, isId, numberOf, targetOf } from "./announcements.server"

const SIGNED_LIFE = Duration.toMillis("5 minutes") // docs/product/communities.md
const NONCE_LENGTH = 32

const toPublish = (form: unknown) => Effect.mapError(checkPublishing(form), (fields) => new InvalidFields({ fields }))

const checked = <A, I>(schema: Schema.Schema<A, I>, form: unknown) =>
  Effect.mapError(checkForm(schema, form), (fields) => new InvalidFields({ fields }))

const path = (id: string, rest: string) => `/community/detail/${id}/${rest}`

/** The page's response once the wallet has signed. */
const Signature = Schema.parseJson(
  Schema.Struct({ publishAt: Schema.Int, nonce: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}$/)), proof: Proof })
)

const issueOf = (form: AnnouncementForm, communityId: Issue["communityId"], issuer: AccountAddress): Issue => ({
  id: form.id,
  communityId,
  issuer,
  title: form.title,
  body: form.body,
  importance: form.importance,
  pinnedUntil: instantOf(form.pinUntil, form.offset),
  publishAt: form.when === "now" ? null : instantOf(form.publishAt, form.offset),
  signed: null
})

const requireFitTimes = Effect.fnUntraced(function* (issue: Issue) {
  const fields = wrongTimes(issue, yield* Clock.currentTimeMillis)
  if (Object.keys(fields).length > 0) return yield* new InvalidFields({ fields })
})

/** Verifies the signature over exactly the form's content; a signature for "now" is valid for five minutes. */
const signedAs = Effect.fn("actions.signedAs")(function* (issue: Issue, text: string) {
  const given = Schema.decodeUnknownEither(Signature)(text)
  if (Either.isLeft(given)) {
    return yield* new InvalidFields({
      fields: { sign: "Signing needs your wallet and JavaScript. Untick it to publish without a signature." }
    })
  }
  const { nonce, proof, publishAt } = given.right
  const now = yield* Clock.currentTimeMillis
  const fits =
    issue.publishAt === null ? publishAt <= now && now - publishAt < SIGNED_LIFE : publishAt === issue.publishAt
  if (!fits) return yield* new SignedTooLongAgo({})
  const statement = toStatement({
    networkId: NETWORK_ID,
    community: issue.communityId,
    id: issue.id,
    issuer: issue.issuer,
    title: issue.title,
    body: issue.body,
    publishAt,
    nonce
  })
  const digest = statementDigest(statement)
  const statements = yield* Statements
  yield* statements.check({ account: issue.issuer, digest, proof })
  return {
    title: issue.title,
    body: issue.body,
    publishAt: statement.publishAt,
    nonce,
    digest,
    ...proof
  } satisfies SignedAs
})

/** The caller, if they may announce here. */
const speaker = Effect.gen(function* () {
  const here = yield* inside
  return { communityId: here.community.id, account: yield* requireAllowed(here, "announce") }
})

/** Deletes the drafts stored while typing. */
const dropDrafts = (account: AccountAddress, communityId: CommunityId, id: string) =>
  Effect.flatMap(Drafts, (drafts) =>
    Effect.forEach([draftPlace(communityId, undefined), draftPlace(communityId, id)], (place) =>
      drafts.remove(account, place)
    )
  )

const publishedPath = (communityId: CommunityId, number: number | null) =>
  path(communityId, number === null ? "annissue" : `annissued?a=${number}`)

/** A reloaded page may send a published announcement again: the same signature then leads to the same page. */
const publishedBefore = Effect.fnUntraced(function* ({ communityId, id, issuer }: Issue, signature: string) {
  const given = Schema.decodeUnknownEither(Signature)(signature)
  if (Either.isLeft(given)) return undefined
  const repo = yield* AnnouncementsRepo
  const known = Option.getOrUndefined(yield* repo.find(communityId, id))
  const isSame = known?.issuer === issuer && known.state !== "draft" && known.signed?.nonce === given.right.nonce
  return isSame ? publishedPath(communityId, known.number) : undefined
})

const publish = (form: FormData) =>
  Effect.gen(function* () {
    const { account, communityId } = yield* speaker
    const announcements = yield* Announcements
    const fields = yield* toPublish(formRecord(form))
    const issue = issueOf(fields, communityId, account)
    const arrived = yield* publishedBefore(issue, textOf(form, "signature"))
    if (arrived !== undefined) return { to: arrived }
    yield* requireFitTimes(issue)
    const signed = textOf(form, "sign") === "" ? null : yield* signedAs(issue, textOf(form, "signature"))
    const number = yield* announcements.issue({ ...issue, signed })
    yield* dropDrafts(account, communityId, fields.id)
    return { to: publishedPath(communityId, number) }
  })

/** A draft needs only a title. */
const save = (form: FormData) =>
  Effect.gen(function* () {
    const { account, communityId } = yield* speaker
    const announcements = yield* Announcements
    const fields = yield* checked(AnnouncementForm, formRecord(form))
    const { publishAt: _, ...issue } = issueOf(fields, communityId, account)
    yield* announcements.saveDraft({ ...issue, publishAt: null })
    yield* dropDrafts(account, communityId, fields.id)
    return { to: path(communityId, `annissue?draft=${fields.id}`) }
  })

const WhichOne = Schema.Struct({ id: AnnouncementId })

const drop = (form: FormData) =>
  Effect.gen(function* () {
    const { account, communityId } = yield* speaker
    const announcements = yield* Announcements
    const { id } = yield* checked(WhichOne, formRecord(form))
    const to = path(communityId, "annissue")
    const removal = { kind: "announcement-draft", communityId, path: to } as const
    yield* undoable(removal, announcements.drop(communityId, id, account))
    return { to }
  })

/** A draft or scheduled announcement of the caller: its files are fixed once members can see it. */
const attaching = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* inside
  const { account, communityId } = yield* speaker
  const id = new URL(request.url).searchParams.get("draft") ?? ""
  const waiting = yield* AnnouncementsRepo
  if (!isId(id) || Option.isNone(yield* waiting.one(communityId, account, id))) return yield* new NotThere({})
  const target = { type: "announcement" as const, id }
  return { who, target, path: path(communityId, `annissue?draft=${id}`), hold: waiting.hold(id, account) }
})

export const annissueAction = pageAction(
  { publish, "save-draft": save, delete: drop, ...attachmentCommands(attaching) },
  readAttachmentForm
)

/** POST /api/announcements/{community}: the form with its signature, sent by the page that asked the wallet. */
export const publishAnnouncement = asJson(pageAction({ publish }))

const correct = (form: FormData) =>
  Effect.gen(function* () {
    const { account, communityId } = yield* speaker
    const changes = yield* AnnouncementPublications
    const { id } = yield* checked(WhichOne, formRecord(form))
    const fields = yield* checked(CorrectionForm, formRecord(form))
    const number = yield* changes.correct(communityId, id, account, fields)
    return { to: path(communityId, `annissued?a=${number}`) }
  })

const WithdrawForm = Schema.Struct({ id: AnnouncementId, reason: Reason })

const withdraw = (form: FormData) =>
  Effect.gen(function* () {
    const { account, communityId } = yield* speaker
    const changes = yield* AnnouncementPublications
    const { id, reason } = yield* checked(WithdrawForm, formRecord(form))
    const number = yield* changes.withdraw(communityId, id, account, reason)
    return { to: path(communityId, `annissued?a=${number}`) }
  })

const readAll = () =>
  Effect.gen(function* () {
    const here = yield* inside
    const account = yield* requireAllowed(here, "report") // Open to every member.
    const reads = yield* AnnouncementsRepo
    yield* reads.markAllRead(here.community.id, account)
    return { to: path(here.community.id, "annissued") }
  })

/** The announcement of the address as a target of comments; withdrawn ones refuse new comments. */
const here = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* inside
  const cards = yield* AnnouncementCardsRepo
  const number = numberOf(new URL(request.url).searchParams.get("a"))
  const reader = { communityId: who.community.id, account: who.communityRole.account }
  const found = number === null ? Option.none() : yield* cards.byNumber(reader, number)
  if (Option.isNone(found)) return yield* new NotThere({})
  if (found.value.state === "withdrawn")
    return yield* new WrongState({ thing: "announcement", state: "withdrawn", action: "commenting" })
  return { who, target: targetOf(found.value) } satisfies Conversation
})

export const annissuedAction = pageAction({ ...commentCommands(here), correct, withdraw, "read-all": readAll })

/**
 * POST /api/announcements/{community}/prepare: validates the form before the wallet opens, and fixes what is signed.
 */
export const prepareAnnouncement = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account, communityId } = yield* speaker
  const fields = yield* toPublish(yield* readBody(request))
  const issue = issueOf(fields, communityId, account)
  yield* requireFitTimes(issue)
  const now = yield* Clock.currentTimeMillis
  const toSign: ToSign = {
    networkId: NETWORK_ID,
    community: communityId,
    id: issue.id,
    issuer: account,
    title: issue.title,
    body: issue.body,
    publishAt: issue.publishAt ?? now,
    nonce: (yield* randomToken).slice(0, NONCE_LENGTH)
  }
  return { ...toSign, digest: statementDigest(toStatement(toSign)) }
})
