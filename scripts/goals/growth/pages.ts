/** The pages that show lists, by the programs their loaders run, and casting a ballot. Another page is one line. */
import { SqlClient } from "@effect/sql"
import { Effect, Either, Option } from "effect"
import { activityPage } from "~/effects/activity/activity/pages/activity.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { explorePage } from "~/effects/communities/communities/pages/explore.server"
import { frame } from "~/effects/communities/communities/pages/frame.server"
import { minePage } from "~/effects/communities/communities/pages/mine.server"
import { overviewPage } from "~/effects/communities/communities/pages/panels.server"
import { publicProfilePage } from "~/effects/communities/communities/pages/publicProfile.server"
import { squarePage } from "~/effects/communities/communities/pages/square.server"
import { membersPage } from "~/effects/communities/members/pages/members.server"
import { annissuedPage } from "~/effects/conversation/announcements/pages/announcements.server"
import { discussionPage } from "~/effects/conversation/discussion/pages/discussion.server"
import { proposalsPage, publicProposal } from "~/effects/governance/proposals/pages/proposals.server"
import { BallotBatches } from "~/effects/governance/votes/BallotBatches.server"
import { BallotNonces } from "~/effects/governance/votes/BallotNonces.server"
import { ballotDigest } from "~/effects/governance/votes/ballot/Ballot"
import { VoteReads } from "~/effects/governance/votes/VoteReads.server"
import { dashboard } from "~/effects/publishing/dashboard/pages/dashboard.server"
import { publicProfile } from "~/effects/publishing/dashboard/pages/publicProfile.server"
import { frontPage } from "~/effects/publishing/site/pages/home.server"
import { bondissuedPage } from "~/effects/treasury/bonds/pages/bonds.server"
import { purchasedbondPage } from "~/effects/treasury/bonds/pages/holdings.server"
import { bondreciptPage } from "~/effects/treasury/bonds/pages/receipts.server"
import { withdrawPage } from "~/effects/treasury/claims/pages/withdraw.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { ballotOf, OPENS, sign } from "../../../tests/effects/governance/votes/world"
import { AHEAD, COMMUNITY, HOUR, ME, SLUG, voter } from "./names"
import type { PageProgram } from "./product"
import { frozen } from "./vote"

export interface Page {
  readonly name: string
  readonly path: string
  readonly program: PageProgram
}

const INSIDE = `/community/detail/${COMMUNITY}`
/** Cursor of a page in the middle of a list. */
const middle = (rows: number) => OPENS + (rows / 2) * 60_000

const directory: ReadonlyArray<Page> = [
  { name: "home", path: "/", program: frontPage },
  { name: "explore", path: "/explore", program: explorePage },
  { name: "explore by name", path: "/explore?sort=name", program: explorePage },
  { name: "explore by size", path: "/explore?sort=members", program: explorePage },
  { name: "explore by tag", path: "/explore?tag=Film", program: explorePage },
  { name: "the square", path: "/community", program: squarePage },
  { name: "a face", path: `/explore/${SLUG}`, program: publicProfilePage(SLUG) },
  { name: "my communities", path: "/myCommunities", program: minePage },
  { name: "followed communities", path: "/myCommunities?tab=following", program: minePage },
  { name: "a profile", path: `/userDashboard/userProfile/${ME}`, program: publicProfile(ME) },
  { name: "dashboard", path: "/userDashboard", program: dashboard },
  { name: "inbox", path: "/userDashboard?tab=notifications", program: dashboard },
  { name: "calendar", path: "/userDashboard?tab=calendar", program: dashboard }
]

const inside = (rows: number): ReadonlyArray<Page> => {
  const at = middle(rows)
  return [
    { name: "frame", path: INSIDE, program: frame },
    { name: "overview", path: INSIDE, program: overviewPage },
    { name: "treasury movements", path: `${INSIDE}?panel=settings&part=treasury`, program: overviewPage },
    { name: "members", path: `${INSIDE}/members`, program: membersPage },
    { name: "members, middle", path: `${INSIDE}/members?after=${at}~account_tdx_2_m5`, program: membersPage },
    { name: "members by name", path: `${INSIDE}/members?sort=name`, program: membersPage },
    { name: "members by weight", path: `${INSIDE}/members?sort=weight`, program: membersPage },
    { name: "members' applications", path: `${INSIDE}/members?tab=applications`, program: membersPage },
    { name: "activity", path: `${INSIDE}/activity`, program: activityPage },
    { name: "activity, middle", path: `${INSIDE}/activity?before=${rows / 2}`, program: activityPage },
    { name: "activity of a topic", path: `${INSIDE}/activity?topic=discussion`, program: activityPage },
    { name: "threads", path: `${INSIDE}/discussion`, program: discussionPage },
    { name: "threads, middle", path: `${INSIDE}/discussion?after=0~${at}~threaaaaaaaa`, program: discussionPage },
    { name: "my threads", path: `${INSIDE}/discussion?show=mine`, program: discussionPage },
    { name: "a thread", path: `${INSIDE}/discussion?thread=1`, program: discussionPage },
    {
      name: "a thread, middle",
      path: `${INSIDE}/discussion?thread=1&after=${rows / 2}~${rows / 2}`,
      program: discussionPage
    },
    { name: "announcements", path: `${INSIDE}/annissued`, program: annissuedPage },
    { name: "an announcement", path: `${INSIDE}/annissued?a=1`, program: annissuedPage },
    { name: "proposals", path: `${INSIDE}/proposals`, program: proposalsPage },
    {
      name: "proposals, middle",
      path: `${INSIDE}/proposals?after=${AHEAD + (rows / 4) * 60_000}~openaaaaaaaa`,
      program: proposalsPage
    },
    { name: "results", path: `${INSIDE}/proposals?tab=results`, program: proposalsPage },
    { name: "a proposal", path: `${INSIDE}/proposals?p=1`, program: proposalsPage },
    { name: "its ballots, middle", path: `${INSIDE}/proposals?p=1&seq=${rows / 2}`, program: proposalsPage },
    { name: "its ballots of a choice", path: `${INSIDE}/proposals?p=1&choice=yes`, program: proposalsPage },
    { name: "a public proposal", path: `/explore/${SLUG}/proposals/1`, program: publicProposal },
    { name: "distributions", path: `${INSIDE}/tokenDistribution`, program: distributionPage },
    { name: "a distribution's rows", path: `${INSIDE}/tokenDistribution?d=1`, program: distributionPage },
    { name: "withdrawals", path: `${INSIDE}/tokenWithdraw`, program: withdrawPage },
    { name: "bonds", path: `${INSIDE}/bondissued`, program: bondissuedPage },
    { name: "a bond", path: `${INSIDE}/bondissued?series=NFC-2027A`, program: bondissuedPage },
    { name: "receipts", path: `${INSIDE}/bondrecipt`, program: bondreciptPage },
    { name: "my bonds", path: `${INSIDE}/purchasedbond`, program: purchasedbondPage }
  ]
}

export const pages = (rows: number): ReadonlyArray<Page> => [...directory, ...inside(rows)]

const castAt = OPENS + 2 * HOUR
const nonce = "f".repeat(32)

/** Rolls the transaction back that stored a ballot to be measured. */
class Undone extends Error {}

/** Stores a ballot as after the check of the wallet's proof, and rolls it back. */
export const takeBallot = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const reads = yield* VoteReads
  const nonces = yield* BallotNonces
  const batches = yield* BallotBatches
  const before = yield* reads.vote(frozen.proposal, ME)
  const ballot = {
    ...ballotOf(frozen, { voter, choice: "no" }, castAt, before?.latestDigest ?? null),
    nonce
  }
  const proof = sign(voter.key, ballotDigest(ballot))
  yield* atomically(sql)(
    Effect.gen(function* () {
      yield* nonces.store({ nonce, proposalId: frozen.proposal, accountAddress: ME, castAt })
      yield* nonces.prepared([nonce])
      const seen = { stateVersion: 1, keys: Option.none() }
      const [stored] = yield* batches.store([{ sent: { ballot, proof }, account: ME, received: castAt, seen }])
      if (stored !== undefined && Either.isRight(stored)) return yield* Effect.fail(new Undone())
      return yield* Effect.dieMessage(`the ballot was refused: ${JSON.stringify(stored)}`)
    })
  ).pipe(
    Effect.catchIf(
      (error) => error instanceof Undone,
      () => Effect.void
    )
  )
})
