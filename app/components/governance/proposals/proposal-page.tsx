import { Link } from "@remix-run/react"
import { LiveLine } from "~/components/activity/live/live-line"
import { useNews } from "~/components/activity/live/use-news"
import { ShareButton } from "~/components/base/parts/share-button"
import { TimePair } from "~/components/base/parts/time-pair"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { VOTE_ID } from "~/components/base/site/inside-path"
import { useRootData } from "~/components/base/site/root-data"
import { useFrame } from "~/components/base/site/use-frame"
import { OthersStep } from "~/components/chain/prepared-transactions/others-step"
import { TransactionStep } from "~/components/chain/prepared-transactions/transaction-step"
import { useFollowedStep } from "~/components/chain/prepared-transactions/use-step-topic"
import { AttachedFiles } from "~/components/conversation/attachments/attached-files"
import { threadHref } from "~/components/conversation/discussion/paths"
import { BallotsTable } from "~/components/governance/votes/ballots-table"
import type { Seal } from "~/components/governance/votes/cast-ballot"
import { ChangesLeft } from "~/components/governance/votes/changes-left"
import { EligibilityBox } from "~/components/governance/votes/eligibility-box"
import { OthersVote } from "~/components/governance/votes/others-vote"
import { OwnSealed } from "~/components/governance/votes/own-sealed"
import { VotePanel } from "~/components/governance/votes/vote-panel"
import { hasPublicProfile } from "~/effects/access/visibility"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { grouped } from "~/effects/base/text/grouped"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { delegationsPath } from "~/effects/governance/delegations/words"
import type { ProposalPage as Page } from "~/effects/governance/proposals/pageViews"
import { proposalFilesPath } from "~/effects/governance/proposals/paths"
import { isOpened, isOpenNow } from "~/effects/governance/proposals/stateWords"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { ownReceiptPath } from "~/effects/governance/votes/OwnVote"
import { ActionBlock } from "./action-block"
import { CallOffForm, CancelForm, ReportForms } from "./author-tools"
import { CalendarButton, chosenDateOf } from "./calendar-button"
import { Objections } from "./objections"
import { proposalHref, publicProposalHref } from "./paths"
import { ProgressPosts } from "./progress-posts"
import { ProposalBody } from "./proposal-body"
import { ProposalHead } from "./proposal-head"
import { Record } from "./record-part"
import { SealedPart } from "./sealed-part"
import { SmallForm } from "./small-form"
import { Talk } from "./talk-part"
import { VoteTally } from "./vote-tally"
import { FILES_HINT, shownVotes, unitOf } from "./words"

type ExecutePartProps = {
  readonly proposal: Pick<ProposalView, "step" | "stepTopic">
  readonly path: string
  readonly reply: PageReply | undefined
  readonly now: number
}

/**
 * Lets someone who controls the treasury sign the voted manifest. The site reads from the ledger what was executed,
 * whatever the wallet sends.
 */
function ExecutePart({ now, path, proposal: { step, stepTopic }, reply }: ExecutePartProps) {
  const { id, communityRole } = useFrame()
  useFollowedStep(id, step === null ? stepTopic : null)
  const executeAs = (word: string) => (
    <SmallForm intent="execute" word={word} path={path} reply={replyTo(reply, "execute")} isPrimary />
  )
  if (step === null) return executeAs("Execute")
  if (step.account !== communityRole.account) {
    return (
      <OthersStep key={step.id} step={step} now={now}>
        {(isFree) => isFree && executeAs("Take over")}
      </OthersStep>
    )
  }
  return (
    <TransactionStep key={step.id} step={step} word="Sign in my wallet">
      <p>
        One transaction does exactly what was voted. You may close this page after signing: we read the transaction from
        the ledger and compare it with the vote.
      </p>
    </TransactionStep>
  )
}

type Props = { readonly page: Page; readonly reply: PageReply | undefined }

/** Announces new ballots; the figures change only when the reader asks for it. */
function LiveTally({ proposal }: { readonly proposal: ProposalView }) {
  const news = useNews(
    ({ data, kind }) =>
      kind === "ballot" && data.proposal === proposal.id && Number(data.far) > (proposal.participation?.ballots ?? 0)
  )
  return (
    <span className="row small">
      {news.count > 0 && (
        <HydratedButton className="link-button" onClick={news.show}>
          {news.count === 1 ? "1 new ballot" : `${news.count} new ballots`}
        </HydratedButton>
      )}
      <LiveLine state={news.state} />
    </span>
  )
}

/** One proposal with everything that belongs to it. */
export function ProposalPage({ page, reply }: Props) {
  const { ballots, now, proposal } = page
  const frame = useFrame()
  const path = proposalHref(frame.id, proposal.number)
  const { rights } = proposal
  return (
    <>
      <ProposalHead
        proposal={proposal}
        now={now}
        threadTo={proposal.threadNumber === null ? null : threadHref(frame.id, proposal.threadNumber)}
      >
        <Tools proposal={proposal} path={path} now={now} />
      </ProposalHead>
      <div className="columns">
        <div className="stack" data-gap="l">
          {proposal.sealed !== null && !isOpened(proposal) && <SealedPart proposal={proposal} now={now} />}
          <VoteTally proposal={proposal} now={now} live={<LiveTally proposal={proposal} />} />
          {isOpened(proposal) && <SealedPart proposal={proposal} now={now} />}
          <Objections proposal={proposal} path={path} reply={reply} now={now} />
          <ProposalBody proposal={proposal} versionsTo={`${path}&do=versions`} />
          <AttachedFiles
            files={proposal.attachments}
            hrefOf={(file) => `${proposalFilesPath(frame.id, proposal.number)}/${file}`}
            hashes
            {...(rights.edit && { path })}
            reply={reply}
            hint={FILES_HINT}
          />
          <ActionBlock proposal={proposal} now={now}>
            {proposal.signers !== null && (
              <p>
                The vote is one of two: {proposal.signers} <Link to={signersHref(frame.id)}>signers</Link> of the
                treasury must also approve the payment.
              </p>
            )}
            {(rights.execute || proposal.step !== null) && (
              <ExecutePart proposal={proposal} path={path} reply={reply} now={now} />
            )}
          </ActionBlock>
          <ProgressPosts posts={proposal.progress} now={now} />
          {(rights.report || rights.cancel || rights.callOff) && (
            <section className="no-print" aria-label="For the author and moderators">
              {rights.report && <ReportForms proposal={proposal} path={path} reply={reply} />}
              {rights.cancel && <CancelForm path={path} reply={reply} />}
              {rights.callOff && <CallOffForm path={path} reply={reply} />}
            </section>
          )}
          {ballots !== null && <BallotsTable page={ballots} proposal={proposal} now={now} path={path} />}
          <Talk page={page} path={path} reply={reply} />
        </div>
        <aside className="vote-aside" id={VOTE_ID} aria-label="Vote and rules" tabIndex={-1}>
          <Vote proposal={proposal} now={now} />
          <Record proposal={proposal} now={now} />
        </aside>
      </div>
    </>
  )
}

function Tools({
  now,
  path,
  proposal
}: {
  readonly proposal: ProposalView
  readonly path: string
  readonly now: number
}) {
  const frame = useFrame()
  const { origin } = useRootData()
  const isAhead = proposal.status === "review" || isOpenNow(proposal, now)
  const address = hasPublicProfile(frame) ? publicProposalHref(frame.slug, proposal.number) : path
  return (
    <p className="row proposal-tools no-print">
      {proposal.rights.edit && (
        <Link className="button" data-size="s" to={`${path}&do=edit`}>
          Edit the text
        </Link>
      )}
      {(isAhead || chosenDateOf(proposal, frame.id) !== null) && <CalendarButton proposal={proposal} path={address} />}
      <ShareButton url={`${origin}${address}`} title={proposal.title} />
    </p>
  )
}

const sealOf = ({ choices, sealed, voteType }: ProposalView): Seal | null => {
  if (sealed === null) return null
  const { beacon, proposalDigest, sealedBody } = sealed
  return { beacon, proposalDigest, rules: { choices, sealedBody, voteType } }
}

function Vote({ now, proposal }: { readonly proposal: ProposalView; readonly now: number }) {
  const frame = useFrame()
  const { eligibility, ownVote } = proposal
  const { account } = frame.communityRole
  const own =
    ownVote === null ? null : (
      <>
        <p className="small">
          You {ownVote.words === null ? "sealed a ballot" : `voted ${ownVote.words}`} on{" "}
          <TimePair at={ownVote.at} now={now} short />.
          {isOpenNow(proposal, now) && proposal.changesLeft?.inAll !== 0 && " Voting again replaces it."}{" "}
          <a className="no-print" href={ownReceiptPath(proposal.id)} download>
            Your receipt
          </a>
        </p>
        {proposal.changesLeft !== null && <ChangesLeft left={proposal.changesLeft} now={now} />}
        {ownVote.words === null && <OwnSealed rules={proposal} proposal={proposal} digest={ownVote.digest} />}
      </>
    )
  const delegated =
    proposal.delegatedTo === null ? null : (
      <p className="small">
        You delegated your vote to {proposal.delegatedTo}: it counts with their ballot. If you vote yourself, only your
        own ballot counts. <Link to={delegationsPath(frame.id)}>Your delegations</Link>
      </p>
    )
  if (account === null || eligibility === null) return null
  const weightWords = (weight: string) =>
    `${shownVotes(weight)} ${weight === "1" && proposal.weightMode !== "token" ? "vote" : unitOf(proposal.weightMode, proposal.tokenSymbol)}`
  const panel = {
    rules: proposal,
    proposal,
    account,
    community: frame.name,
    weightWords,
    seal: sealOf(proposal)
  }
  // Someone with no changes left sees their ballot; another account of the same wallet may still vote.
  if (!eligibility.ok || proposal.changesLeft?.inAll === 0) {
    return (
      <>
        {own !== null && (
          <section className="card" aria-labelledby="your-ballot">
            <h2 id="your-ballot" className="h3">
              Your ballot
            </h2>
            {own}
          </section>
        )}
        {!eligibility.ok && (own === null || eligibility.code !== "CLOSED") && proposal.status !== "cancelled" && (
          <EligibilityBox reason={eligibility} now={now} />
        )}
        {isOpenNow(proposal, now) && <OthersVote key={proposal.id} {...panel} own={null} status={null} foot={null} />}
      </>
    )
  }
  return (
    <VotePanel
      key={proposal.id}
      {...panel}
      own={ownVote}
      status={own ?? delegated}
      foot={
        <p>
          You have {weightWords(eligibility.weight)}
          {proposal.snapshot !== null && ` (snapshot at ledger version ${grouped(proposal.snapshot.stateVersion)})`}.
        </p>
      }
    />
  )
}
