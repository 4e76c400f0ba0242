/**
 * The server's composition: the only place where its layers meet.
 */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer, Logger, Option } from "effect"
import { TellingLive } from "./activity/layers.server"
import { Announcements } from "./announcements/Announcements.server"
import { AnnouncementsRepo } from "./announcements/AnnouncementsRepo.server"
import { Articles } from "./articles/Articles.server"
import { Wishes } from "./articles/Wishes.server"
import { Backend } from "./backend/Backend.server"
import { layerHttp } from "./backend/BackendHttp.server"
import { BondsLive } from "./bonds/layers.server"
import { Claims } from "./claims/Claims.server"
import { Communities } from "./communities/Communities.server"
import { MineRepo } from "./communities/MineRepo.server"
import { OverviewRepo } from "./communities/OverviewRepo.server"
import { WaitingColumnsLive } from "./dashboard/waitingColumns.server"
import { MigrationsLive } from "./db/migrations/index.server"
import { probeDatabase } from "./db/probe.server"
import { Revision } from "./db/Revision.server"
import { SqlLive } from "./db/Sql.server"
import { Comments } from "./discussion/Comments.server"
import { Edits } from "./discussion/Edits.server"
import { Marks } from "./discussion/Marks.server"
import { Posting } from "./discussion/Posting.server"
import { Threads } from "./discussion/Threads.server"
import { Distributions } from "./distributions/Distributions.server"
import { DistributionsRepo } from "./distributions/DistributionsRepo.server"
import { Payouts } from "./distributions/Payouts.server"
import { Drafts } from "./drafts/Drafts.server"
import { Founding } from "./founding/Founding.server"
import { GatewayLive } from "./gateway.server"
import { Limits } from "./http/Limits.server"
import { Readiness } from "./http/Readiness.server"
import { Indexer } from "./indexer/Indexer.server"
import { JobsLive } from "./jobs/list.server"
import { OutboxWorkerLive } from "./jobs/OutboxWorker.server"
import { Ledger } from "./ledger/Ledger.server"
import { LedgerSteps } from "./ledger-steps/LedgerSteps.server"
import { Once } from "./limits/Once.server"
import { Connections } from "./live/Connections.server"
import { Live } from "./live/Live.server"
import { Pulses } from "./live/Pulses.server"
import type { LocalGateway } from "./local/LocalGateway.server"
import type { LocalServices } from "./local/layers.server"
import { Mailer } from "./mail/Mailer.server"
import { Outbox } from "./mail/Outbox.server"
import { MembersLive } from "./members/layers.server"
import { Moderation } from "./moderation/Moderation.server"
import { ReportsRepo } from "./moderation/ReportsRepo.server"
import { ThreadCare } from "./moderation/ThreadCare.server"
import { ModerationLog } from "./moderation-log/ModerationLog.server"
import { AtOnceLive } from "./notifications/atOnce.server"
import { VotingLive } from "./proposals/layers.server"
import { Proposals } from "./proposals/Proposals.server"
import { IssuedReceipts } from "./receipts/IssuedReceipts.server"
import { Settings } from "./Settings.server"
import { EmailCodes } from "./signup/EmailCodes.server"
import { Profiles } from "./signup/Profiles.server"
import { Signup } from "./signup/Signup.server"
import { HandOver } from "./steering/HandOver.server"
import { Steering } from "./steering/Steering.server"
import { StepChecksLive } from "./steps.server"
import { Support, SupportSweepLive } from "./support/Support.server"
import { Tags } from "./tags/Tags.server"
import { TracingLive } from "./tracing/layers.server"
import { Treasury } from "./treasury/Treasury.server"
import { UploadStore } from "./uploads/UploadStore.server"
import { Uploads } from "./uploads/Uploads.server"
import { Challenges } from "./wallet-session/proof/Challenges.server"
import { Statements } from "./wallet-session/proof/Statements.server"
import { Sessions } from "./wallet-session/Sessions.server"
import { SignIn } from "./wallet-session/SignIn.server"

const LoggingLive = Layer.mergeAll(
  Logger.json,
  Layer.unwrapEffect(Effect.map(Settings, (settings) => Logger.minimumLogLevel(settings.logLevel)))
)

/** The database, migrated, and one that takes writes. Nothing above it starts before that is known. */
const DatabaseLive = Layer.effectDiscard(probeDatabase).pipe(
  Layer.provideMerge(MigrationsLive),
  Layer.provideMerge(SqlLive)
)

/** What only local mode has: the movable clock below all else, and faults on demand. */
const LocalLive = __LOCAL__
  ? Layer.unwrapEffect(
      Effect.map(
        Effect.promise(() => import("./local/layers.server")),
        (local) => local.LocalLive
      )
    )
  : (Layer.empty as Layer.Layer<LocalServices>) // nobody else's: the routes that ask for them are not in other builds

/** The local ledger behind the gateway's double. */
const LocalGatewayLive = __LOCAL__
  ? Layer.unwrapEffect(
      Effect.map(
        Effect.promise(() => import("./local/layers.server")),
        (local) => local.LocalGatewayLive
      )
    )
  : (Layer.empty as Layer.Layer<LocalGateway>) // as above

const WalletSessionLive = Layer.mergeAll(SignIn.Default, Challenges.Default, Sessions.Default, Statements.Default)

/** SMTP where `SMTP_URL` is set; else the mailbox page of local mode (no other mode starts without SMTP_URL). */
const MailerLive = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { mailFrom, smtpUrl } = yield* Settings
    if (Option.isSome(smtpUrl)) return Mailer.layerSmtp(smtpUrl.value, mailFrom)
    if (__LOCAL__) return (yield* Effect.promise(() => import("./local/Mailbox.server"))).MailboxLive
    return yield* Effect.dieMessage("SMTP_URL is missing")
  })
)

const UploadStoreLive = Layer.unwrapEffect(
  Effect.map(Settings, ({ dataDir }) => UploadStore.layerFolder(`${dataDir}/uploads`))
)

/** The product backend of spec §7: this server's own, or the one at `BACKEND_URL`. */
const BackendLive = Layer.unwrapEffect(
  Effect.map(Settings, ({ backendUrl }) =>
    Option.isNone(backendUrl)
      ? Layer.provide(Backend.layerOwn, Tags.Default)
      : Layer.provide(layerHttp(backendUrl.value), FetchHttpClient.layer)
  )
)

const SupportLive = SupportSweepLive.pipe(Layer.provideMerge(Support.Default))

const SignUpLive = Layer.mergeAll(BackendLive, Profiles.Default, SupportLive, OutboxWorkerLive).pipe(
  Layer.provideMerge(Signup.Default),
  Layer.provideMerge(Layer.mergeAll(EmailCodes.Default, Uploads.Default)),
  Layer.provide(Layer.mergeAll(Outbox.Default, MailerLive, UploadStoreLive))
)

/** Demonstration data, in local mode with SEED=demo; real transactions of its people follow once the server answers. */
const DemoLive = __LOCAL__
  ? Layer.unwrapEffect(
      Effect.map(
        Effect.promise(() => import("./local/seed/DemoLedger.server")),
        (local) => Layer.provide(local.DemoLedgerLive, UploadStoreLive)
      )
    )
  : Layer.empty

/** Transactions that wallets are asked for, proven from the ledger, also where nobody told of them. */
const LedgerStepsLive = Indexer.Default.pipe(
  Layer.provideMerge(StepChecksLive),
  Layer.provideMerge(LedgerSteps.Default),
  Layer.provide(Layer.mergeAll(Drafts.Default, TellingLive)),
  Layer.provideMerge(Ledger.Default)
)

/** What happened, who is told, and what the server does by itself. */
const ActivityLive = Layer.mergeAll(JobsLive, AtOnceLive).pipe(
  Layer.provideMerge(IssuedReceipts.Default),
  Layer.provideMerge(BondsLive),
  Layer.provideMerge(VotingLive),
  Layer.provideMerge(Layer.mergeAll(Announcements.Default, AnnouncementsRepo.Default, TellingLive, LedgerStepsLive)),
  Layer.provide(Outbox.Default)
)

/** Talking, looking after what is said, and hearing of it at once. */
const DiscussionLive = Proposals.Default.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Threads.Default,
      Comments.Default,
      Edits.Default,
      Marks.Default,
      Moderation.Default,
      ModerationLog.Default,
      ThreadCare.Default,
      ReportsRepo.Default,
      Live.Default,
      Pulses.Default,
      Connections.Default
    )
  ),
  Layer.provideMerge(Posting.Default),
  Layer.provideMerge(ActivityLive)
)

/** Founding communities and steering them. */
const FoundingLive = Layer.mergeAll(Founding.Default, Steering.Default, HandOver.Default, Once.Default).pipe(
  Layer.provide(Layer.merge(ActivityLive, SignUpLive))
)

/** Paying many, and taking what waits. */
const PayoutsLive = Layer.mergeAll(
  DistributionsRepo.Default,
  Distributions.Default,
  Payouts.Default,
  Claims.Default
).pipe(Layer.provide(ActivityLive))

/** Everything a route may ask for. A layer that cannot be built is a defect: the server must not start half-alive. */
export const AppLive = Layer.mergeAll(
  FetchHttpClient.layer,
  Articles.layer,
  Wishes.Default,
  WalletSessionLive,
  SignUpLive,
  DiscussionLive,
  PayoutsLive,
  Layer.provide(MembersLive, Layer.merge(ActivityLive, Ledger.Default)),
  Communities.Default,
  MineRepo.Default,
  OverviewRepo.Default,
  Tags.Default,
  LocalGatewayLive,
  Layer.provide(DemoLive, DiscussionLive),
  Layer.provide(Treasury.Default, Ledger.Default),
  Ledger.Default,
  Drafts.Default,
  FoundingLive,
  Limits.Default,
  Layer.provide(Readiness.Default, UploadStoreLive),
  Revision.Default
).pipe(
  Layer.provideMerge(GatewayLive),
  Layer.provideMerge(DatabaseLive),
  Layer.provide(WaitingColumnsLive),
  Layer.provideMerge(LocalLive),
  Layer.provideMerge(TracingLive),
  Layer.provideMerge(LoggingLive),
  Layer.provideMerge(Settings.layer),
  Layer.orDie
)
export type AppServices = Layer.Layer.Success<typeof AppLive>
