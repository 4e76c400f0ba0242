/**
 * GET /community/detail/{id}/proposals: the list, the form, a draft, one proposal, its versions; and the public page.
 */

import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { hasPublicProfile } from "~/effects/access/visibility"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { randomId, randomToken } from "~/effects/base/text/random.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { inside, insideOf } from "~/effects/communities/communities/inside.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import { type CommentTarget, readFrom } from "~/effects/conversation/discussion/CommentTarget"
import { ownReplies, shownReplies } from "~/effects/conversation/discussion/ownReplies.server"
import { draftOf, openCommentForm } from "~/effects/conversation/discussion/pages/conversation.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { countProblem } from "~/effects/governance/votes/proposal/rules"
import { proposalIdOf } from "~/effects/governance/votes/proposalIdOf"
import { personOf } from "~/effects/people/users/people.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { emptyValues, readProposalFields, valuesOf } from "../forms"
import { proposalsList } from "../lists.server"
import { ProposalDrafts } from "../ProposalDrafts.server"
import { Proposals } from "../Proposals.server"
import { ProposalsRepo } from "../ProposalsRepo.server"
import type {
  ProposalDraftPage,
  ProposalFormPage,
  ProposalPage,
  ProposalsPage,
  ProposalVersionsPage,
  PublicProposalPage
} from "../pageViews"
import { draftReviewPath, proposalPath, signedFilePath } from "../paths"
import type { DraftRow, ProposalRow } from "../rows.server"
import { actionView } from "../view.server"
import { choosePage, fillPage } from "./fromTemplate.server"
import { ballotsPage, proposalView } from "./one.server"

export const readNumber = (text: string | null | undefined): Effect.Effect<number, NotThere> =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Effect.succeed(Number(text)) : new NotThere({})

/** The target that comments on a proposal belong to. */
export const targetOf = (row: Pick<ProposalRow, "id" | "title" | "communityId" | "number">): CommentTarget => ({
  type: "proposal",
  id: row.id,
  title: row.title,
  path: proposalPath(row.communityId, row.number),
  draftPlace: replyPlace(row.communityId, row.number)
})
export const draftTargetOf = (draft: DraftRow): CommentTarget => ({
  type: "proposal",
  id: draft.id,
  title: draft.title,
  path: draftReviewPath(draft.communityId, draft.id, draft.secret),
  draftPlace: draftReplyPlace(draft)
})

/** Places of unsent texts: of the form, and of the reply box (which ProposalsRepo reads with the proposal). */
export const formPlace = (communityId: CommunityId, id: ProposalId | null): string =>
  `proposal/${communityId}${id === null ? "" : `/${id}`}`
export const replyPlace = (communityId: CommunityId, number: number): string => `reply/${communityId}/p${number}`
const draftReplyPlace = ({ communityId, id }: DraftRow): string => `reply/${communityId}/d${id}`

const attachmentsOf = ({ id }: { readonly id: ProposalId }) =>
  Effect.flatMap(AttachmentsRepo, (repo) => repo.of({ type: "proposal", id }))

const formPage = (who: Inside, params: URLSearchParams) =>
  Effect.gen(function* () {
    yield* requireAllowed(who, "propose")
    const { account, now } = who.communityRole
    const { governance, tokenResource } = who.community
    const drafts = yield* ProposalDrafts
    const id = params.get("draft")
    // "…&from=thread&thread=4", or just its number.
    const from = params.get("from") === "thread" ? params.get("thread") : params.get("from")
    const page = {
      view: "form",
      now,
      governance,
      obstacle: countProblem(governance, tokenResource) ?? null
    } as const
    if (id !== null) {
      const draft = yield* drafts.find(who.community.id, yield* proposalIdOf(id), { account, secret: null })
      return {
        ...page,
        storedDraft: yield* draftOf(who, formPlace(who.community.id, draft.id)),
        values: readProposalFields(draft.fields, governance),
        draftId: draft.id,
        isStored: true,
        version: draft.version,
        reviewPath: draftReviewPath(who.community.id, draft.id, draft.secret),
        attachments: yield* attachmentsOf(draft),
        threadNumber: draft.threadNumber,
        action: actionView(draft.action)
      } satisfies ProposalFormPage
    }
    const threads = yield* Threads
    const thread = from === null ? null : yield* threads.row(who, yield* readNumber(from))
    const isFree = thread !== null && thread.proposalNumber === null && thread.shown === "visible"
    const values = emptyValues(governance)
    return {
      ...page,
      storedDraft: yield* draftOf(who, formPlace(who.community.id, null)),
      values: isFree ? { ...values, title: thread.title, body: thread.body } : values,
      draftId: ProposalId.make(yield* randomId()),
      isStored: false,
      version: 0,
      reviewPath: null,
      attachments: [],
      threadNumber: isFree ? thread.number : null,
      action: null
    } satisfies ProposalFormPage
  })

const draftPage = (who: Inside, params: URLSearchParams) =>
  Effect.gen(function* () {
    const drafts = yield* ProposalDrafts
    const comments = yield* Comments
    const { account, now } = who.communityRole
    const draft = yield* drafts.find(who.community.id, yield* proposalIdOf(params.get("draft")), {
      account,
      secret: params.get("secret")
    })
    const values = readProposalFields(draft.fields, who.community.governance)
    const target = draftTargetOf(draft)
    return {
      view: "draft",
      now,
      id: draft.id,
      title: draft.title,
      values,
      author: personOf(draft.author, draft),
      text: parseMarkdown(values.body, { userText: true, anchorPrefix: "text-" }),
      attachments: yield* attachmentsOf(draft),
      fileSearch: account === draft.author ? "" : `?secret=${draft.secret}`,
      action: actionView(draft.action),
      comments: yield* comments.page(who, target, readFrom(params)),
      ...(permissions.post(who.communityRole).ok
        ? yield* ownReplies(who, target, draftReplyPlace(draft))
        : { draft: null, waiting: [] }),
      key: yield* randomToken,
      updatedAt: draft.updatedAt
    } satisfies ProposalDraftPage
  })

const fileOf = ({ communityId, number }: ProposalRow, { signed, version }: Pick<ProposalRow, "signed" | "version">) =>
  signed === null ? null : signedFilePath(communityId, number, version)

const versionsPage = (row: ProposalRow, now: number) =>
  Effect.gen(function* () {
    const repo = yield* ProposalsRepo
    const { body, choices, summary, title } = row
    const replaced = yield* repo.versions(row.id)
    return {
      view: "versions",
      now,
      number: row.number,
      title: row.title,
      versions: [
        { version: row.version, at: row.updatedAt, title, summary, body, choices, filePath: fileOf(row, row) },
        ...replaced.map((old) => ({ version: old.version, at: old.at, ...old.text, filePath: fileOf(row, old) }))
      ]
    } satisfies ProposalVersionsPage
  })

const onePage = (who: Inside, params: URLSearchParams) =>
  Effect.gen(function* () {
    const proposals = yield* Proposals
    const { account, now } = who.communityRole
    const row = yield* proposals.byNumber(who.community.id, yield* readNumber(params.get("p")), account)
    if (params.get("do") === "versions") return yield* versionsPage(row, now)
    const proposal = yield* proposalView(who, row)
    const comments = yield* Comments
    const target = targetOf(row)
    const page = yield* comments.page(who, target, readFrom(params))
    return {
      view: "proposal",
      now,
      item: `No. ${row.number}`,
      proposal,
      ballots: yield* ballotsPage(row, params),
      comments: page,
      key: yield* randomToken,
      ...(yield* shownReplies(proposal.rights.comment ? row.ownReplies : null)),
      form: yield* openCommentForm(who, target, page, params),
      edit: params.get("do") === "edit" && proposal.rights.edit ? valuesOf(row, who.community.governance) : null
    } satisfies ProposalPage
  })

export const proposalsPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* inside
  const { searchParams } = new URL(request.url)
  if (searchParams.has("p")) return yield* onePage(who, searchParams)
  if (searchParams.get("new") === "choose") return yield* choosePage(who)
  if (searchParams.get("new") === "fill") return yield* fillPage(who, searchParams)
  if (searchParams.get("new") === "1") return yield* formPage(who, searchParams)
  if (searchParams.has("draft")) return yield* draftPage(who, searchParams)
  return yield* proposalsList(who, searchParams)
}).pipe(Effect.map((page): ProposalsPage => page))

/** GET /explore/{slug}/proposals/{n}: the public page of a proposal. */
export const publicProposal = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const communities = yield* Communities
  const proposals = yield* Proposals
  const account = Option.getOrNull(yield* currentAccount)
  const found = yield* communities.bySlug(params.slug ?? "", account)
  if (!hasPublicProfile(found.community)) return yield* new NotThere({})
  const who = yield* insideOf(found)
  const number = yield* readNumber(params.n)
  const row = yield* proposals.byNumber(who.community.id, number, account)
  const { id, logo, name, slug, visibility } = who.community
  return {
    now: yield* Clock.currentTimeMillis,
    isUnlisted: visibility !== "public",
    community: { id, slug, name, logo },
    proposal: yield* proposalView(who, row),
    ballots: yield* ballotsPage(row, new URL(request.url).searchParams)
  } satisfies PublicProposalPage
})
