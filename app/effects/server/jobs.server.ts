/**
 * The list of jobs. A feature exports its job as an effect that takes the services it needs and answers a `Job`;
 * hanging it in is one line here.
 */
import { Effect, Layer } from "effect"
import { digestJob } from "~/effects/activity/notifications/Digests.server"
import { atOnceJob } from "~/effects/activity/notifications/EmailsAtOnce.server"
import { sweepNotifications } from "~/effects/activity/notifications/sweep.server"
import { runJobs } from "~/effects/base/jobs/Jobs.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { sweepJob } from "~/effects/base/jobs/Sweep.server"
import { sweepLimits } from "~/effects/base/limits/sweep.server"
import { sweepOutbox } from "~/effects/base/mail/sweep.server"
import { indexerJob } from "~/effects/chain/indexer/Indexer.server"
import { sweepStepLeases } from "~/effects/chain/ledger-steps/sweep.server"
import { inactivityJob } from "~/effects/communities/communities/Inactivity.server"
import { verifiedMarkJob } from "~/effects/communities/communities/verifiedMark.server"
import { suspensionsJob } from "~/effects/communities/members/Suspensions.server"
import { announcementsJob } from "~/effects/conversation/announcements/AnnouncementPublications.server"
import { proposalsJob } from "~/effects/governance/proposals/job.server"
import { sweepCodes } from "~/effects/people/signup/sweep.server"
import { sweepSignatures } from "~/effects/people/uploads/sweep.server"
import { coverJob } from "~/effects/treasury/bonds/CoverHistory.server"
import { bondsJob } from "~/effects/treasury/bonds/SeriesLife.server"
import { remindersJob } from "~/effects/treasury/claims/ClaimReminders.server"

const list = Effect.all([
  proposalsJob,
  sweepJob([sweepCodes, sweepSignatures, sweepLimits, sweepOutbox, sweepStepLeases, sweepNotifications]),
  remindersJob,
  atOnceJob,
  digestJob,
  announcementsJob,
  suspensionsJob,
  inactivityJob,
  indexerJob,
  verifiedMarkJob,
  bondsJob,
  coverJob
])

export const JobsLive = Layer.scopedDiscard(Effect.flatMap(list, runJobs)).pipe(Layer.provide(Leases.Default))
