/**
 * The list of jobs. A feature exports its job as an effect that takes the services it needs and answers a `Job`;
 * hanging it in is one line here.
 */
import { Effect, Layer } from "effect"
import { announcementsJob } from "../announcements/Announcements.server"
import { coverJob } from "../bonds/coverHistory.server"
import { bondsJob } from "../bonds/lifeCycle.server"
import { remindersJob } from "../claims/reminders.server"
import { quietJob } from "../communities/quiet.server"
import { indexerJob } from "../indexer/Indexer.server"
import { verifiedMarkJob } from "../indexer/verifiedMark.server"
import { suspensionsJob } from "../members/suspensions.server"
import { atOnceJob } from "../notifications/atOnce.server"
import { digestJob } from "../notifications/digest.server"
import { proposalsJob } from "../proposals/job.server"
import { runJobs } from "./Jobs.server"
import { Leases } from "./Leases.server"
import { sweepJob } from "./Sweep.server"

const list = Effect.all([
  proposalsJob,
  sweepJob,
  remindersJob,
  atOnceJob,
  digestJob,
  announcementsJob,
  suspensionsJob,
  quietJob,
  indexerJob,
  verifiedMarkJob,
  bondsJob,
  coverJob
])

export const JobsLive = Layer.scopedDiscard(Effect.flatMap(list, runJobs)).pipe(Layer.provide(Leases.Default))
