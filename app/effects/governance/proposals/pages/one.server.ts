/** One proposal with the data around it: eligibility, rights, the table of ballots. At most six statements. */
import { Clock, Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { permissions, roleNow } from "~/effects/access/permissions"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { makeUserTexts } from "~/effects/base/text/markdown/parseMarkdown.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import { viewOf as stepView } from "~/effects/chain/prepared-transactions/stepView.server"
import { topicOf } from "~/effects/chain/prepared-transactions/TransactionLeases.server"
import { BallotsRepo } from "~/effects/governance/votes/BallotsRepo.server"
import { changesLeft, NO_CHANGES } from "~/effects/governance/votes/ballot/changes"
import { mayCallOff, mayCancel } from "~/effects/governance/votes/proposal/cancel"
import { type Eligibility, eligibilityOf } from "~/effects/governance/votes/proposal/eligibility"
import { isClosed } from "~/effects/governance/votes/proposal/lifeCycle"
import { visibleResults } from "~/effects/governance/votes/proposal/visibleResults"
import { VoterList } from "~/effects/governance/votes/VoterList.server"
import { VotesRepo } from "~/effects/governance/votes/VotesRepo.server"
import { personOf } from "~/effects/people/users/people.server"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { holderHere } from "~/effects/treasury/payouts/pages/holding.server"
import { EXECUTE, executionKey } from "../Executions.server"
import { Objections } from "../Objections.server"
import { ProposalsRepo } from "../ProposalsRepo.server"
import type { ProposalRow } from "../rows.server"
import { isOpenNow } from "../stateWords"
import { ballotLine, viewerOf, viewOf } from "../view.server"
import type { BallotsPage, ProposalView } from "../views"

const BALLOTS = 50 // docs/product/votes.md

/** What a token holder without weight holds now; read only for those whom it concerns. */
const heldNow = (row: ProposalRow, account: AccountAddress) =>
  Effect.gen(function* () {
    const isByToken = row.weightMode === "token" || row.weightMode === "sqrt"
    if (!isByToken || row.status !== "active" || row.ownWeight !== null || row.tokenResource === null) return null
    const ledger = yield* Ledger
    const held = yield* known(ledger.shown.balancesOf(row.tokenResource, [account]))
    return held === null ? null : (held.byAccount.get(account) ?? "0")
  })

const eligibilityFor = (who: Inside, row: ProposalRow) =>
  Effect.gen(function* () {
    const { account, now } = who.communityRole
    if (account === null) return null
    const { membership } = who
    const isBack = membership?.status === "suspended" && roleNow(who.communityRole) !== null
    const voter = {
      membership:
        membership === null ? null : { ...membership, status: isBack ? ("active" as const) : membership.status },
      weight: row.ownWeight,
      heldNow: membership === null ? null : yield* heldNow(row, account),
      tokenSymbol: row.tokenSymbol
    }
    const eligibility: Eligibility = eligibilityOf(row, voter, now)
    return eligibility
  })

/** How often this reader may still replace their ballot. */
const changesOf = ({ communityRole: { account, now } }: Inside, row: ProposalRow) =>
  Effect.gen(function* () {
    if (account === null || row.ownSeq === null || !isOpenNow(row, now)) return null
    const changes = yield* (yield* VotesRepo).changes([row.id], [account])
    return changesLeft(changes(row.id, account) ?? NO_CHANGES, now)
  })

/** The account it was prepared for can continue it; others who may sign can watch it. */
const stepFor = (
  { communityRole }: Inside,
  row: ProposalRow,
  mayFollow: boolean
): Effect.Effect<StepView | null, never, PreparedTransactions> => {
  const { stepAccount: account, stepId: id, stepManifest: manifest, stepState: state } = row
  if (account === null || id === null || manifest === null || state === null) return Effect.succeed(null)
  if (account !== communityRole.account && !mayFollow) return Effect.succeed(null)
  const { stepProblem: problem, stepTxId: txId } = row
  return stepView({
    id,
    communityId: row.communityId,
    kind: EXECUTE,
    idempotencyKey: executionKey(row.id),
    account,
    manifest,
    state,
    txId,
    problem
  })
}

/** Only a voted manifest is signed here, and only by a treasury holder, which is checked on the ledger. */
const mayExecute = (who: Inside, { action, status }: ProposalRow) => {
  const isWaiting = status === "awaitingExecution" || status === "executionFailed"
  if (action?.type !== "manifest" || !isWaiting || roleNow(who.communityRole) === null) return Effect.succeed(false)
  return Effect.map(holderHere(who), ({ isHolder }) => isHolder)
}

/** For a vote that moves money of a multisig treasury: how many signers must still approve. Shown to every reader. */
const signersNamed = ({ community }: Inside, { action }: ProposalRow) => {
  const place = onLedger(community)
  if (action === null || action.type === "settings" || Option.isNone(place)) return Effect.succeed(null)
  const unread = () => Effect.succeed(null)
  return Effect.flatMap(TreasuryHolders, ({ signers }) => signers(place.value)).pipe(
    Effect.timeout("3 seconds"),
    Effect.map(Option.match({ onNone: () => null, onSome: ({ ids, needed }) => `${needed} of ${ids.length}` })),
    Effect.catchTags({ GatewayDown: unread, TimeoutException: unread })
  )
}

const rightsOf = ({ communityRole }: Inside, row: ProposalRow, execute: boolean): ProposalView["rights"] => {
  const { account, now } = communityRole
  const role = roleNow(communityRole)
  const isAuthor = account !== null && account === row.author
  const ballotCount = row.sums?.ballots ?? 0
  return {
    edit: isAuthor && row.status === "review" && permissions.propose(communityRole).ok,
    answer:
      isAuthor && role !== null && row.voteType === "consent" && row.frozen !== null && row.status !== "cancelled",
    cancel: account !== null && mayCancel({ account, role }, { ...row, ballotCount }, now).ok,
    callOff: account !== null && mayCallOff({ account, role }, row, now).ok,
    report: isAuthor && role !== null && isClosed(row.status),
    execute,
    comment: permissions.post(communityRole).ok
  }
}

/** Only votes by consent have objections, so only they read them. */
const objectionsOf = (row: ProposalRow) =>
  Effect.gen(function* () {
    if (row.voteType !== "consent" || row.frozen === null) return []
    const found = yield* (yield* Objections).active(row.id)
    return found.map((one) => ({
      seq: one.seq,
      voter: personOf(one.account, one),
      reason: one.reason,
      at: Date.parse(one.castAt),
      answer: one.answer === null ? null : { text: one.answer, at: one.answeredAt ?? 0 }
    }))
  })

export const proposalView = (who: Inside, row: ProposalRow) =>
  Effect.gen(function* () {
    const repo = yield* ProposalsRepo
    const progress = row.progressCount > 0 ? yield* repo.progress(row.id) : []
    const markdown = makeUserTexts()
    const execute = yield* mayExecute(who, row)
    const opening = row.status === "review" && row.opening !== null ? yield* (yield* VoterList).progress(row.id) : null
    return viewOf(row, who.community.slug, who.communityRole.now, {
      progress: progress.map((post) => ({
        seq: post.seq,
        at: post.at,
        author: personOf(post.author, post),
        text: markdown(post.body, { anchorPrefix: `progress-${post.seq}-` })
      })),
      objections: yield* objectionsOf(row),
      opening,
      step: yield* stepFor(who, row, execute),
      signers: yield* signersNamed(who, row),
      stepTopic: execute ? topicOf(executionKey(row.id)) : null,
      eligibility: yield* eligibilityFor(who, row),
      changesLeft: yield* changesOf(who, row),
      rights: rightsOf(who, row, execute)
    })
  })

const seqOf = (text: string | null): number | null => (/^\d{1,12}$/.test(text ?? "") ? Number(text) : null)

/** The table of ballots. While results are hidden, filters that would reveal a choice are ignored. */
export const ballotsPage = (row: ProposalRow, params: URLSearchParams) =>
  Effect.gen(function* () {
    const { frozen } = row
    if (frozen === null) return null
    const now = yield* Clock.currentTimeMillis
    const isShown = visibleResults(row, viewerOf(row), now).shown
    const wanted = params.get("choice") ?? ""
    const choice = isShown && row.choices.some(({ key }) => key === wanted) ? wanted : ""
    const q = isShown ? (params.get("bq") ?? "").trim().slice(0, 60) : ""
    const after = seqOf(params.get("seq")) ?? 0
    const before = seqOf(params.get("until"))
    const repo = yield* BallotsRepo
    const rows = yield* repo.page(row.id, { choice, q, after, before }, BALLOTS + 1)
    const hasMore = rows.length > BALLOTS
    const adds = isShown ? yield* repo.weights(row.id, frozen, rows) : []
    const delegated = new Map(rows.map(({ seq }, at) => [seq, adds[at]?.delegated ?? null]))
    const shown = before === null ? rows.slice(0, BALLOTS) : rows.slice(0, BALLOTS).reverse()
    const page: BallotsPage = {
      ballots: shown.map((ballot) => ({
        ...ballotLine(row, frozen, ballot, now),
        delegated: delegated.get(ballot.seq) ?? null
      })),
      total: row.sums?.ballots ?? 0,
      choice,
      q,
      before: (before === null ? after > 0 : hasMore) ? (shown[0]?.seq ?? null) : null,
      after: (before === null ? hasMore : true) ? (shown.at(-1)?.seq ?? null) : null
    }
    return page
  })
