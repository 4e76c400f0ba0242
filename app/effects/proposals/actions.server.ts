/**
 * POST /community/detail/{id}/proposals: what each button does. Publishing and editing need the author's signature,
 * which the page asks for after `prepareProposal` has checked the form and fixed what is signed.
 */
import { Clock, Effect, Either, Option, Schema } from "effect"
import { roleNow } from "../access/permissions"
import { type Inside, inside, mustBeAllowed } from "../communities/inside.server"
import { type Conversation, commentCommands } from "../discussion/postCommands.server"
import { Drafts } from "../drafts/Drafts.server"
import { InvalidFields, MalformedBody, NotAllowed, NotSignedIn } from "../failures"
import { RouteArgs } from "../RouteArgs.server"
import { randomToken } from "../random.server"
import { readBody } from "../remix/body"
import { pageAction, textOf } from "../remix/pageAction.server"
import { instantOf } from "../votes/fields"
import type { ProposalText } from "../votes/proposal/Proposal"
import { proposalStatement, statementDigest } from "../votes/statement"
import { manifestAction } from "./action.server"
import { Executions } from "./Executions.server"
import { keyed, proposalProblems, readProposal, readProposalFields, textOfValues } from "./forms"
import { Openings } from "./Openings.server"
import { ProposalDrafts } from "./ProposalDrafts.server"
import { Proposals } from "./Proposals.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import { draftTargetOf, formPlace, readNumber, replyPlace, targetOf } from "./pages.server"
import { draftPath, proposalPath, proposalsPath } from "./paths"
import type { DraftAction, ProposalRow } from "./rows.server"
import { fieldsOf, mustBeRecent, readSignature, type Stated, signedProposal } from "./statement.server"
import type { ProposalValues } from "./values"

const ID = /^[a-z2-7]{12}$/
const invalid = (fields: Readonly<Record<string, string>>) => new InvalidFields({ fields })

const accountOf = ({ standing }: Inside, action: string) =>
  standing.account === null ? new NotSignedIn({ action }) : Effect.succeed(standing.account)

/** Who may propose here, and as whom. */
const proposer = Effect.gen(function* () {
  const who = yield* inside
  yield* mustBeAllowed(who, "propose")
  return { who, account: yield* accountOf(who, "publish proposals") }
})

/** The proposal of the address, as its reader finds it. */
const onPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* inside
  const proposals = yield* Proposals
  const number = yield* readNumber(new URL(request.url).searchParams.get("p"))
  return { who, row: yield* proposals.byNumber(who.community.id, number, who.standing.account) }
})

/** A draft's action from elsewhere stands; else what the form says. */
const actionFor = (values: ProposalValues, kept: DraftAction | null) => {
  if (kept !== null) return Effect.succeed(kept)
  if (values.manifest === "") return Effect.succeed(null)
  return Either.match(manifestAction(values.manifest), {
    onLeft: (problem) => invalid({ manifest: problem }),
    onRight: Effect.succeed
  })
}

const draftOfForm = (who: Inside, id: string, account: string) =>
  Effect.gen(function* () {
    if (!ID.test(id)) return yield* invalid({ id: "Please load the page again." })
    const repo = yield* ProposalsRepo
    const found = Option.getOrNull(yield* repo.draft(who.community.id, id))
    return found !== null && found.author === account ? found : null
  })

interface Ready {
  readonly text: ProposalText
  readonly action: DraftAction | null
  readonly stated: Stated
  readonly threadNumber: number | null
}

/** Everything the server must find in order before a proposal is signed, and again before it is published. */
const readyToPublish = (
  who: Inside,
  account: string,
  id: string,
  values: ProposalValues,
  publishAt: number,
  thread: string
) =>
  Effect.gen(function* () {
    const draft = yield* draftOfForm(who, id, account)
    const { governance } = who.community
    const fields = proposalProblems(values, governance, publishAt)
    if (Object.keys(fields).length > 0) return yield* invalid(fields)
    const action = yield* actionFor(values, draft?.action ?? null)
    const text = textOfValues(values, publishAt)
    const { resultsVisibility, weightMode } = governance
    const stated: Stated = {
      id,
      communityId: who.community.id,
      author: account,
      text,
      weightMode,
      resultsVisibility,
      actionHash: action?.hash ?? null
    }
    const typedThread = /^[1-9]\d{0,8}$/.test(thread) ? Number(thread) : null
    return { text, action, stated, threadNumber: draft?.threadNumber ?? typedThread } satisfies Ready
  })

/** A new version keeps the rules, the times and the action that were published. */
const readyToEdit = (row: ProposalRow, values: ProposalValues) =>
  Effect.gen(function* () {
    const choices = row.voteType === "basic" ? row.choices : keyed(values.choices)
    const { body, summary, title } = values
    const text: ProposalText = { ...row, title, summary, body, choices }
    const known = {
      ...values,
      kind: row.kind,
      voteType: row.voteType,
      when: "now" as const,
      reviewHours: String(row.reviewHours)
    }
    // Of the fields that can change; the others were in order when they were published.
    const problems = Object.entries(proposalProblems(known, EVERYTHING_GOES, row.opensAt)).filter(([name]) =>
      ["title", "summary", "body", "choices", "form"].includes(name)
    )
    if (problems.length > 0) return yield* invalid(Object.fromEntries(problems))
    const stated: Stated = { ...row, text, actionHash: row.action?.hash ?? null }
    return { text, stated }
  })

const anything = { periodHours: 24, quorumPct: 0, thresholdPct: 50 }
const EVERYTHING_GOES: Parameters<typeof proposalProblems>[1] = {
  proposerRole: "member",
  weightMode: "member",
  kinds: { decision: anything, spending: anything, rule: anything, election: anything },
  reviewHours: 0,
  resultsVisibility: "always",
  bondsNeedVote: false,
  minMembershipHours: 0
}

const forgetTyped = (account: string, communityId: string, id: string) =>
  Effect.flatMap(Drafts, (drafts) =>
    Effect.forEach([formPlace(communityId, null), formPlace(communityId, id)], (place) => drafts.remove(account, place))
  )

const publish = (form: FormData) =>
  Effect.gen(function* () {
    const { account, who } = yield* proposer
    const proposals = yield* Proposals
    const openings = yield* Openings
    const id = textOf(form, "id")
    const values = readProposal(form, who.community.governance)
    const now = yield* Clock.currentTimeMillis
    // The form first: whoever has no wallet at hand is told of the form, too.
    yield* readyToPublish(who, account, id, values, now, textOf(form, "thread"))
    const signature = yield* readSignature(textOf(form, "signature"))
    yield* mustBeRecent(signature)
    const ready = yield* readyToPublish(who, account, id, values, signature.publishAt, textOf(form, "thread"))
    const signed = yield* signedProposal(ready.stated, signature)
    const { action, text, threadNumber } = ready
    const role = roleNow(who.standing) ?? "member"
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
    // Without a review voting begins now; where the ledger does not answer, the minute job goes on.
    if (text.opensAt <= now) yield* openings.openOrWait(community.id, id)
    return { to: proposalPath(community.id, number) }
  })

const edit = (form: FormData) =>
  Effect.gen(function* () {
    const { account, who } = yield* proposer
    const { row } = yield* onPage
    const proposals = yield* Proposals
    if (row.author !== account) {
      return yield* new NotAllowed({ status: 403, code: "E-ROLE", message: "Only its author can change a proposal." })
    }
    const { stated, text } = yield* readyToEdit(row, readProposal(form, who.community.governance))
    const signature = yield* readSignature(textOf(form, "signature"))
    yield* mustBeRecent(signature)
    const signed = yield* signedProposal(stated, signature)
    const version = textOf(form, "version")
    yield* proposals.edit(row, text, /^\d{1,9}$/.test(version) ? Number(version) : 0, signed)
    return { to: proposalPath(who.community.id, row.number) }
  })

const saveDraft = (form: FormData) =>
  Effect.gen(function* () {
    const { account, who } = yield* proposer
    const drafts = yield* ProposalDrafts
    const id = textOf(form, "id")
    if (!ID.test(id)) return yield* invalid({ id: "Please load the page again." })
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
    yield* drafts.discard(who.community.id, account, textOf(form, "id"))
    return { to: `${proposalsPath(who.community.id)}?tab=drafts` }
  })

const words = (form: FormData, field: string, min: number, max: number, message: string) => {
  const text = textOf(form, field).replace(/\r\n?/g, "\n").replaceAll("\0", "").trim()
  return text.length >= min && text.length <= max ? Effect.succeed(text) : invalid({ [field]: message })
}

const cancel = (form: FormData) =>
  Effect.gen(function* () {
    const { row, who } = yield* onPage
    const proposals = yield* Proposals
    const account = yield* accountOf(who, "cancel a proposal")
    const reason = yield* words(form, "reason", 5, 300, "Reason: 5 to 300 characters.")
    yield* proposals.cancel(row, { account, role: roleNow(who.standing) }, reason)
    return { to: proposalPath(who.community.id, row.number) }
  })

/** What only its author may write, while being a member. */
const asAuthor = Effect.gen(function* () {
  const { row, who } = yield* onPage
  const account = yield* accountOf(who, "report on a proposal")
  if (row.author !== account || roleNow(who.standing) === null) {
    return yield* new NotAllowed({ status: 403, code: "E-ROLE", message: "Only its author can report on a proposal." })
  }
  return { row, who, account }
})

const progress = (form: FormData) =>
  Effect.gen(function* () {
    const { account, row, who } = yield* asAuthor
    const proposals = yield* Proposals
    yield* proposals.addProgress(
      row,
      account,
      yield* words(form, "body", 1, 5_000, "Please write 1 to 5,000 characters.")
    )
    return { to: proposalPath(who.community.id, row.number) }
  })

const note = (form: FormData) =>
  Effect.gen(function* () {
    const { row, who } = yield* asAuthor
    const proposals = yield* Proposals
    yield* proposals.noteOutcome(row, yield* words(form, "note", 0, 1_000, "At most 1,000 characters."))
    return { to: proposalPath(who.community.id, row.number) }
  })

/** The ledger says what ran, whoever names the transaction; a member does. */
const execute = (form: FormData) =>
  Effect.gen(function* () {
    const { row, who } = yield* onPage
    yield* mustBeAllowed(who, "report")
    const txId = textOf(form, "txId").trim()
    if (!/^txid_[a-z0-9_]{20,100}$/.test(txId)) return yield* invalid({ txId: "This is not a transaction id." })
    const executions = yield* Executions
    yield* executions.executedBy(row, txId)
    return { to: proposalPath(who.community.id, row.number) }
  })

/** What the address is about: a proposal, or somebody's draft. */
const here = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  if (searchParams.has("p")) {
    const { row, who } = yield* onPage
    return { who, target: targetOf(row) } satisfies Conversation
  }
  const who = yield* inside
  const drafts = yield* ProposalDrafts
  const reader = { account: who.standing.account, secret: searchParams.get("secret") }
  const draft = yield* drafts.find(who.community.id, searchParams.get("draft") ?? "", reader)
  return { who, target: draftTargetOf(draft) } satisfies Conversation
})
const comments = commentCommands(here)

/** The box below a proposal keeps a draft; what was sent needs none any more. */
const reply = (form: FormData) =>
  Effect.gen(function* () {
    const sent = yield* comments.reply(form)
    const { request } = yield* RouteArgs
    const number = new URL(request.url).searchParams.get("p")
    const who = yield* inside
    if (number !== null && textOf(form, "parent") === "" && who.standing.account !== null) {
      const drafts = yield* Drafts
      yield* drafts.remove(who.standing.account, replyPlace(who.community.id, Number(number)))
    }
    return sent
  })

export const proposalsAction = pageAction({
  ...comments,
  reply,
  // A comment's edit names its post; the proposal's own does not.
  edit: (form: FormData) =>
    Effect.gen(function* () {
      return yield* textOf(form, "post") === "" ? edit(form) : comments.edit(form)
    }),
  publish,
  "save-draft": saveDraft,
  discard,
  cancel,
  progress,
  note,
  execute
})

const isRecord = Schema.is(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

/** POST /api/proposals/{community}/prepare: what the author's wallet is to sign, once the form is in order. */
export const prepareProposal = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account, who } = yield* proposer
  const body = yield* readBody(request)
  if (!isRecord(body)) return yield* new MalformedBody({})
  const publishAt = yield* Clock.currentTimeMillis
  const values = readProposalFields(body, who.community.governance)
  const id = typeof body.id === "string" ? body.id : ""
  const repo = yield* ProposalsRepo
  const row = ID.test(id) ? Option.getOrNull(yield* repo.findById(who.community.id, id, account)) : null
  const thread = typeof body.thread === "string" ? body.thread : ""
  const { stated } =
    row !== null && row.author === account
      ? yield* readyToEdit(row, values)
      : yield* readyToPublish(who, account, id, values, publishAt, thread)
  const fields = fieldsOf(stated, publishAt, (yield* randomToken).slice(0, 32))
  const statement = proposalStatement(fields)
  return { statement: { ...statement, publishAt: instantOf(publishAt) }, digest: statementDigest(statement) }
})
