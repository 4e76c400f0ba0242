/**
 * POST /community/detail/{id}/proposals: the action of each button. Publishing and editing need the author's signature,
 * which the page requests after `prepareProposal` has checked the form and fixed what is signed.
 */

import { Clock, Effect, Either, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { permissions, roleNow } from "~/effects/access/permissions"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotAllowed } from "~/effects/base/failures/failures"
import { asJson, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { tidyText } from "~/effects/base/text/plain"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import { attachmentCommands, readAttachmentForm } from "~/effects/conversation/attachments/pages/attaching.server"
import { type Conversation, commentCommands } from "~/effects/conversation/discussion/pages/postCommands.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { proposalIdOf } from "~/effects/governance/votes/proposalIdOf"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Executions } from "../Executions.server"
import { readProposal } from "../forms"
import { Objections } from "../Objections.server"
import { Openings } from "../Openings.server"
import { ProposalDrafts } from "../ProposalDrafts.server"
import { Proposals } from "../Proposals.server"
import { ProposalsRepo } from "../ProposalsRepo.server"
import { draftPath, proposalPath, proposalsPath } from "../paths"
import { readSignature, requireRecent, signedProposal } from "../statement.server"
import { fill } from "./fromTemplate.server"
import { draftTargetOf, formPlace, readNumber, targetOf } from "./proposals.server"
import { accountOf, idInForm, invalid, proposer, readyToEdit, readyToPublish } from "./readiness.server"

/** The proposal that the address names, as its reader finds it. */
const onPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* inside
  const proposals = yield* Proposals
  const number = yield* readNumber(new URL(request.url).searchParams.get("p"))
  return { who, row: yield* proposals.byNumber(who.community.id, number, who.communityRole.account) }
})

const forgetTyped = (account: AccountAddress, communityId: CommunityId, id: ProposalId) =>
  Effect.flatMap(Drafts, (drafts) =>
    Effect.forEach([formPlace(communityId, null), formPlace(communityId, id)], (place) => drafts.remove(account, place))
  )

/** A reloaded page may send the same signature again, and is led to the same place. */
const publishedBefore = Effect.fnUntraced(function* (
  communityId: CommunityId,
  author: AccountAddress,
  id: ProposalId,
  text: string
) {
  const given = yield* Effect.either(readSignature(text))
  if (Either.isLeft(given)) return undefined
  const repo = yield* ProposalsRepo
  const row = Option.getOrUndefined(yield* repo.findById(communityId, id, null))
  const isSame = row?.author === author && row.signed?.nonce === given.right.nonce
  return isSame ? proposalPath(communityId, row.number) : undefined
})

const publish = (form: FormData) =>
  Effect.gen(function* () {
    const { account, who } = yield* proposer
    const proposals = yield* Proposals
    const openings = yield* Openings
    const id = yield* idInForm(textOf(form, "id"))
    const arrived = yield* publishedBefore(who.community.id, account, id, textOf(form, "signature"))
    if (arrived !== undefined) return { to: arrived }
    const values = readProposal(form, who.community.governance)
    const now = yield* Clock.currentTimeMillis
    // Checks the form first, so that an author without a wallet also learns what is wrong in it.
    yield* readyToPublish(who, account, id, values, now, textOf(form, "thread"))
    const signature = yield* readSignature(textOf(form, "signature"))
    yield* requireRecent(signature)
    const ready = yield* readyToPublish(who, account, id, values, signature.publishAt, textOf(form, "thread"))
    const signed = yield* signedProposal(ready.stated, signature)
    const { action, text, threadNumber } = ready
    const role = roleNow(who.communityRole) ?? "member"
    const { community } = who
    const number = yield* proposals.publish({
      id,
      community,
      author: account,
      role,
      text,
      action,
      threadNumber,
      signed
    })
    yield* forgetTyped(account, community.id, id)
    // Without a review, voting opens now; if the ledger cannot be reached, the minute job continues.
    if (text.opensAt <= now) yield* openings.openOrWait(community.id, id)
    return { to: proposalPath(community.id, number) }
  })

const notTheAuthor = new NotAllowed({
  status: 403,
  code: "E-ROLE",
  message: "Only its author can change a proposal."
})

const edit = (form: FormData) =>
  Effect.gen(function* () {
    const { account, who } = yield* proposer
    const { row } = yield* onPage
    const proposals = yield* Proposals
    if (row.author !== account) return yield* notTheAuthor
    const arrived = yield* publishedBefore(who.community.id, account, row.id, textOf(form, "signature"))
    if (arrived !== undefined) return { to: arrived }
    const { stated, text } = yield* readyToEdit(row, readProposal(form, who.community.governance))
    const signature = yield* readSignature(textOf(form, "signature"))
    yield* requireRecent(signature)
    const signed = yield* signedProposal(stated, signature)
    const version = textOf(form, "version")
    yield* proposals.edit(row, text, /^\d{1,9}$/.test(version) ? Number(version) : 0, signed)
    return { to: proposalPath(who.community.id, row.number) }
  })

const saveDraft = (form: FormData) =>
  Effect.gen(function* () {
    const { account, who } = yield* proposer
    const drafts = yield* ProposalDrafts
    const id = yield* idInForm(textOf(form, "id"))
    const values = readProposal(form, who.community.governance)
    const [version, thread] = [textOf(form, "version"), textOf(form, "thread")]
    yield* drafts.save(who.community.id, account, id, values, {
      version: /^\d{1,9}$/.test(version) ? Number(version) : 0,
      threadNumber: /^[1-9]\d{0,8}$/.test(thread) ? Number(thread) : null
    })
    yield* forgetTyped(account, who.community.id, id)
    return { to: draftPath(who.community.id, id) }
  })

const discard = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    const drafts = yield* ProposalDrafts
    const account = yield* accountOf(who, "discard a draft")
    const to = `${proposalsPath(who.community.id)}?tab=drafts`
    const removal = { kind: "proposal-draft", communityId: who.community.id, path: to } as const
    const discarding = drafts.discard(who.community.id, account, yield* proposalIdOf(textOf(form, "id")))
    yield* undoable(removal, discarding, permissions.propose(who.communityRole).ok)
    return { to }
  })

const words = (form: FormData, field: string, min: number, max: number, message: string) => {
  const text = tidyText(textOf(form, field))
  return text.length >= min && text.length <= max ? Effect.succeed(text) : invalid({ [field]: message })
}

const cancel = (form: FormData) =>
  Effect.gen(function* () {
    const { row, who } = yield* onPage
    const proposals = yield* Proposals
    const account = yield* accountOf(who, "cancel a proposal")
    const reason = yield* words(form, "reason", 5, 300, "Reason: 5 to 300 characters.")
    yield* proposals.cancel(row, { account, role: roleNow(who.communityRole) }, reason)
    return { to: proposalPath(who.community.id, row.number) }
  })

const callOff = (form: FormData) =>
  Effect.gen(function* () {
    const { row, who } = yield* onPage
    const proposals = yield* Proposals
    const account = yield* accountOf(who, "call off a date")
    const reason = yield* words(form, "reason", 5, 300, "Reason: 5 to 300 characters.")
    yield* proposals.callOff(row, { account, role: roleNow(who.communityRole) }, reason)
    return { to: proposalPath(who.community.id, row.number) }
  })

/** For writes that only the author may make, while being a member. */
const asAuthor = (write: string) =>
  Effect.gen(function* () {
    const { row, who } = yield* onPage
    const account = yield* accountOf(who, write)
    if (row.author !== account || roleNow(who.communityRole) === null) {
      return yield* new NotAllowed({ status: 403, code: "E-ROLE", message: `Only its author can ${write}.` })
    }
    return { row, who, account }
  })
const UPDATE = "post an update on a proposal"

const progress = (form: FormData) =>
  Effect.gen(function* () {
    const { account, row, who } = yield* asAuthor(UPDATE)
    const proposals = yield* Proposals
    yield* proposals.addProgress(
      row,
      account,
      yield* words(form, "body", 1, 5_000, "Please write 1 to 5,000 characters.")
    )
    return { to: proposalPath(who.community.id, row.number) }
  })

const answer = (form: FormData) =>
  Effect.gen(function* () {
    const { account, row, who } = yield* asAuthor("answer an objection")
    const objections = yield* Objections
    const seq = textOf(form, "seq")
    const body = yield* words(form, "answer", 1, 2_000, "Please write 1 to 2,000 characters.")
    yield* objections.answer(row, account, /^\d{1,9}$/.test(seq) ? Number(seq) : 0, body)
    return { to: proposalPath(who.community.id, row.number) }
  })

const note = (form: FormData) =>
  Effect.gen(function* () {
    const { row, who } = yield* asAuthor(UPDATE)
    const proposals = yield* Proposals
    yield* proposals.noteOutcome(row, yield* words(form, "note", 0, 1_000, "At most 1,000 characters."))
    return { to: proposalPath(who.community.id, row.number) }
  })

/** Only a treasury holder can sign the transaction; the ledger then shows what ran. */
const execute = () =>
  Effect.gen(function* () {
    const { row, who } = yield* onPage
    yield* TreasuryHolders.requireMaySpend(who, "execute a decision")
    const executions = yield* Executions
    yield* readFirst(row.communityId)
    yield* executions.begin(row, yield* accountOf(who, "execute a decision"))
    return { to: proposalPath(who.community.id, row.number) }
  })

/** A draft, or a proposal in review, whose author may still change its files. */
const attaching = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const { account, who } = yield* proposer
  const { id: communityId } = who.community
  if (!searchParams.has("p")) {
    const drafts = yield* ProposalDrafts
    const { id } = yield* drafts.find(communityId, yield* proposalIdOf(searchParams.get("draft")), {
      account,
      secret: null
    })
    const hold = drafts.hold(communityId, account, id)
    return { who, target: { type: "proposal" as const, id }, path: draftPath(communityId, id), hold }
  }
  const { row } = yield* onPage
  if (row.author !== account) return yield* notTheAuthor
  const proposals = yield* Proposals
  const path = proposalPath(communityId, row.number)
  return { who, target: { type: "proposal" as const, id: row.id }, path, hold: proposals.hold(row) }
})

/** What the address names: a proposal or a draft. */
const here = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  if (searchParams.has("p")) {
    const { row, who } = yield* onPage
    return { who, target: targetOf(row) } satisfies Conversation
  }
  const who = yield* inside
  const drafts = yield* ProposalDrafts
  const reader = { account: who.communityRole.account, secret: searchParams.get("secret") }
  const draft = yield* drafts.find(who.community.id, yield* proposalIdOf(searchParams.get("draft")), reader)
  return { who, target: draftTargetOf(draft) } satisfies Conversation
})
const comments = commentCommands(here)

export const proposalsAction = pageAction(
  {
    ...comments,
    ...attachmentCommands(attaching),
    // An edit of a comment names its post; an edit of the proposal does not.
    edit: (form: FormData) =>
      Effect.gen(function* () {
        return yield* textOf(form, "post") === "" ? edit(form) : comments.edit(form)
      }),
    publish,
    "save-draft": saveDraft,
    fill,
    discard,
    cancel,
    "call-off": callOff,
    progress,
    answer,
    note,
    execute
  },
  readAttachmentForm
)

/** POST /api/proposals/{community}: a form with its signature, sent by the page that used the wallet. */
export const publishProposal = asJson(pageAction({ publish, edit }))
