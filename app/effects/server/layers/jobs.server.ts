/**
 * The list of jobs. A feature exports its job as an effect that requires its services and returns a `Job`; adding one
 * takes one line here.
 */
import { Effect, Layer } from "effect"
import { weeklyJob } from "~/effects/activity/agenda/WeeklyEmails.server"
import { bouncesJob } from "~/effects/activity/notifications/BounceNotices.server"
import { digestJob } from "~/effects/activity/notifications/Digests.server"
import { atOnceJob } from "~/effects/activity/notifications/EmailsAtOnce.server"
import { sweepNotifications } from "~/effects/activity/notifications/Notifications.server"
import { pushJob } from "~/effects/activity/notifications/push/PushDelivery.server"
import { backupJob } from "~/effects/base/backup/scheduled/Backups.server"
import { Revision } from "~/effects/base/db/Revision.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { type Job, runJobs, sweepJob } from "~/effects/base/jobs/Jobs.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { sweepWorkItems } from "~/effects/base/jobs/WorkItemRows.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { sweepLimits } from "~/effects/base/limits/CountedLimits.server"
import { sweepOutbox } from "~/effects/base/mail/OutboxRepo.server"
import { indexerJob } from "~/effects/chain/indexer/Indexer.server"
import { sweepTransactionLeases } from "~/effects/chain/prepared-transactions/TransactionLeases.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { inactivityJob } from "~/effects/communities/communities/Inactivity.server"
import { discardedDraftsJob } from "~/effects/communities/communities/OwnedCommunities.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { verifiedMarkJob } from "~/effects/communities/communities/verifiedMark.server"
import { sweepInvitations } from "~/effects/communities/members/InvitationLists.server"
import { suspensionsJob } from "~/effects/communities/members/MemberChanges.server"
import { sweepWeightLists } from "~/effects/communities/members/Weights.server"
import { removalsJob } from "~/effects/communities/undo/Removals.server"
import { announcementsJob } from "~/effects/conversation/announcements/AnnouncementPublications.server"
import { followersJob } from "~/effects/conversation/discussion/FollowerNotices.server"
import { sweepWaitingPosts } from "~/effects/conversation/moderation/WaitingPostsRepo.server"
import { proposalsJob } from "~/effects/governance/proposals/job.server"
import { sweepCodes } from "~/effects/people/signup/CodesRepo.server"
import { sweepSiteInvitations } from "~/effects/people/signup/SignupInvitations.server"
import { signupsJob } from "~/effects/people/signup/SignupRequests.server"
import { leftoversJob, sweepSignatures } from "~/effects/people/uploads/UploadLeftovers.server"
import { bulkActionsJob } from "~/effects/publishing/operating/bulkActionsJob.server"
import { searchJob } from "~/effects/publishing/search/SearchEntries.server"
import { webhooksJob } from "~/effects/publishing/webhooks/Deliveries.server"
import { sweepWebhooks } from "~/effects/publishing/webhooks/DeliveriesRepo.server"
import { CouponsRepo } from "~/effects/treasury/bonds/CouponsRepo.server"
import { coverJob } from "~/effects/treasury/bonds/CoverHistory.server"
import { BondEscrowWorker } from "~/effects/treasury/bonds/escrow/escrowPurpose.server"
import { bondsJob } from "~/effects/treasury/bonds/SeriesLife.server"
import { BudgetEscrowWorker } from "~/effects/treasury/budgets/escrowPurpose.server"
import { remindersJob } from "~/effects/treasury/claims/ClaimReminders.server"
import { expensesJob } from "~/effects/treasury/expenses/ExpensePayments.server"
import { requestsJob } from "~/effects/treasury/multisig/RequestWorker.server"
import { signersJob } from "~/effects/treasury/multisig/SignerWatch.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrowWorker } from "~/effects/treasury/payouts/escrow/escrowPurpose.server"
import { recurringJob } from "~/effects/treasury/payouts/recurring/RecurringPayouts.server"

const list = Effect.all([
  proposalsJob,
  sweepJob({
    codes: sweepCodes,
    signatures: sweepSignatures,
    limits: sweepLimits,
    outbox: sweepOutbox,
    stepLeases: sweepTransactionLeases,
    notifications: sweepNotifications,
    webhooks: sweepWebhooks,
    invitations: sweepInvitations,
    waitingPosts: sweepWaitingPosts,
    siteInvitations: sweepSiteInvitations,
    weightLists: sweepWeightLists,
    items: sweepWorkItems
  }),
  remindersJob,
  atOnceJob,
  pushJob,
  digestJob,
  weeklyJob,
  bouncesJob,
  announcementsJob,
  followersJob,
  suspensionsJob,
  signupsJob,
  inactivityJob,
  indexerJob,
  verifiedMarkJob,
  bondsJob,
  requestsJob,
  signersJob,
  coverJob,
  leftoversJob,
  removalsJob,
  discardedDraftsJob,
  Effect.map(PayoutEscrowWorker, ({ job }) => job),
  Effect.map(BondEscrowWorker, ({ job }) => job),
  Effect.map(BudgetEscrowWorker, ({ job }) => job),
  expensesJob,
  recurringJob,
  bulkActionsJob,
  searchJob,
  backupJob,
  webhooksJob
])

/** Jobs may change what cached pages show, as requests do. */
const listed = Effect.gen(function* () {
  const revision = yield* Revision
  return (yield* list).map((job): Job => ({ ...job, run: Effect.ensuring(job.run, Effect.exit(revision.raise)) }))
})

export const JobsLive = Layer.scopedDiscard(
  Effect.flatMap(Effect.all([listed, FeatureFlags]), ([jobs, { isReadOnly }]) => runJobs(jobs, isReadOnly))
).pipe(
  Layer.provide(
    Layer.mergeAll(
      Leases.Default,
      FeatureFlags.Default,
      WorkQueue.Default,
      CommunitiesRepo.Default,
      PayeeNotices.Default,
      CouponsRepo.Default,
      DistributionsRepo.Default
    )
  )
)
