/** The server's composition: the only file where its layers are combined. */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer } from "effect"
import { WaitingColumnsLive } from "~/effects/activity/agenda/needRows.server"
import { WeeklyEmails } from "~/effects/activity/agenda/WeeklyEmails.server"
import { Connections } from "~/effects/activity/live/Connections.server"
import { Live } from "~/effects/activity/live/Live.server"
import { LiveEvents } from "~/effects/activity/live/LiveEvents.server"
import { BounceNotices } from "~/effects/activity/notifications/BounceNotices.server"
import { Digests } from "~/effects/activity/notifications/Digests.server"
import { AtOnceLive, EmailsAtOnce } from "~/effects/activity/notifications/EmailsAtOnce.server"
import { PushDelivery, PushLive } from "~/effects/activity/notifications/push/PushDelivery.server"
import { SessionReplacedLive } from "~/effects/activity/notifications/push/PushDevices.server"
import { DatabaseClock, DatabaseClockLive } from "~/effects/base/db/DatabaseClock.server"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { probeDatabase } from "~/effects/base/db/probe.server"
import { Revision } from "~/effects/base/db/Revision.server"
import { SqlLive } from "~/effects/base/db/Sql.server"
import { FeatureFlagsLive } from "~/effects/base/feature-flags/FeatureFlags.server"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { OutboxWorkerLive } from "~/effects/base/jobs/OutboxWorker.server"
import { CountedLimits } from "~/effects/base/limits/CountedLimits.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Limits } from "~/effects/base/limits/Limits.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Unfinished } from "~/effects/base/settings/Unfinished.server"
import { TracingLive } from "~/effects/base/tracing/layers.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { Inactivity } from "~/effects/communities/communities/Inactivity.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { BasicsCheck } from "~/effects/communities/founding/BasicsCheck.server"
import { Founding } from "~/effects/communities/founding/Founding.server"
import { CommunityInvitationsLive, MembersLive } from "~/effects/communities/members/layers.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { Steering } from "~/effects/communities/steering/Steering.server"
import { Removals } from "~/effects/communities/undo/Removals.server"
import { AnnouncementCardsRepo } from "~/effects/conversation/announcements/AnnouncementCardsRepo.server"
import { AnnouncementPublications } from "~/effects/conversation/announcements/AnnouncementPublications.server"
import { Announcements } from "~/effects/conversation/announcements/Announcements.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { FollowerNotices, FollowerNoticesLive } from "~/effects/conversation/discussion/FollowerNotices.server"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { VotingLive } from "~/effects/governance/proposals/layers.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { Beacon } from "~/effects/governance/votes/sealed/Beacon.server"
import type { LocalBeacon } from "~/effects/local/LocalBeacon.server"
import type { LocalGateway } from "~/effects/local/LocalGateway.server"
import type { LocalServices } from "~/effects/local/layers.server"
import { SignupRequests } from "~/effects/people/signup/SignupRequests.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { BulkActions } from "~/effects/publishing/operating/BulkActions.server"
import { BulkActionsLive } from "~/effects/publishing/operating/bulkActionsJob.server"
import { SearchEntries } from "~/effects/publishing/search/SearchEntries.server"
import { Support, SupportSweepLive } from "~/effects/publishing/support/Support.server"
import {
  DeliveriesLive,
  OwnerChangedLive,
  WebhookQueueLive,
  WebhooksLive
} from "~/effects/publishing/webhooks/layers.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { Claims } from "~/effects/treasury/claims/Claims.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { WithdrawalNoticesLive } from "~/effects/treasury/escrow/withdrawalNews.server"
import { ExpensesLive } from "~/effects/treasury/expenses/layers.server"
import { BondsAndMultisigLive } from "~/effects/treasury/multisig/layers.server"
import { PayoutEscrowWorker } from "~/effects/treasury/payouts/escrow/escrowPurpose.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { LockerWatchLive } from "~/effects/treasury/payouts/lockerWatch.server"
import { TreasuryLive } from "~/effects/treasury/statements/layers.server"
import { GatewayLive } from "../gateway.server"
import { ReadinessLive } from "../http/Readiness.server"
import { MetricsLive } from "../metrics.server"
import { OperatorsLive } from "../operating.server"
import { SharedSettingsLive } from "../sharedSettings.server"
import { JobsLive } from "./jobs.server"
import { RestorersLive } from "./restorers.server"
import {
  BackendLive,
  CommunitiesLive,
  ConversationLive,
  LoggingLive,
  MailerLive,
  NotificationLive,
  ProfilesLive,
  PublishingLive,
  PushSenderLive,
  ReencryptingLive,
  WalletSessionLive
} from "./services.server"
import { TransactionChecksLive } from "./transactionKinds.server"

/** The database, migrated and accepting writes. Nothing above it starts before that is known. */
const DatabaseLive = Layer.mergeAll(Layer.effectDiscard(probeDatabase), Revision.Default, SharedSettingsLive).pipe(
  Layer.provideMerge(MigrationsLive),
  Layer.provideMerge(DatabaseClockLive),
  Layer.provideMerge(SqlLive)
)

/** Local mode only: the movable clock below everything else, and faults on demand. */
const LocalLive = __LOCAL__
  ? Layer.unwrapEffect(
      Effect.map(
        Effect.promise(() => import("~/effects/local/layers.server")),
        (local) => local.LocalLive
      )
    )
  : (Layer.empty as Layer.Layer<LocalServices>) // unused otherwise: the routes that require them are not in other builds

/** The local ledger behind the gateway's double. */
const LocalGatewayLive = __LOCAL__
  ? Layer.unwrapEffect(
      Effect.map(
        Effect.promise(() => import("~/effects/local/layers.server")),
        (local) => local.LocalGatewayLive
      )
    )
  : (Layer.empty as Layer.Layer<LocalGateway>) // as above

/** The beacon that opens sealed votes; local mode has its own. */
const BeaconLive = __LOCAL__
  ? Layer.unwrapEffect(
      Effect.map(
        Effect.promise(() => import("~/effects/local/layers.server")),
        (local) => local.LocalBeaconLive
      )
    )
  : (Layer.provide(Beacon.layer, FetchHttpClient.layer) as Layer.Layer<Beacon | LocalBeacon, never, Settings>) // only a local route requires LocalBeacon

const SupportLive = SupportSweepLive.pipe(Layer.provideMerge(Support.Default))

const SignUpLive = Layer.mergeAll(BackendLive, SupportLive, OutboxWorkerLive).pipe(
  Layer.provideMerge(ProfilesLive),
  Layer.provideMerge(Uploads.Default),
  Layer.provide(Layer.mergeAll(Outbox.Default, MailerLive, UploadStore.layer))
)

/** Demonstration data (local mode, SEED=demo); its people's transactions are sent once the server responds. */
const DemoLive = __LOCAL__
  ? Layer.unwrapEffect(
      Effect.map(
        Effect.promise(() => import("~/effects/local/seed/DemoLedger.server")),
        (local) => Layer.provide(local.DemoLedgerLive, UploadStore.layer)
      )
    )
  : Layer.empty

/** Prepared transactions: confirms them on the ledger, even if no wallet has reported them. */
const PreparedTransactionsLive = Layer.merge(Indexer.Default, FollowedAddresses.Default).pipe(
  Layer.provide(Layer.merge(WithdrawalNoticesLive, LockerWatchLive)),
  Layer.provideMerge(TransactionChecksLive),
  Layer.provideMerge(PreparedTransactions.Default),
  Layer.provide(Layer.mergeAll(Drafts.Default, NotificationLive)),
  Layer.provideMerge(TreasuryHolders.Default),
  Layer.provideMerge(Ledger.Default)
)

/** Activity, notifications and automatic work of the server. */
const ActivityLive = Layer.mergeAll(
  JobsLive,
  AtOnceLive,
  PushLive,
  FollowerNoticesLive,
  BulkActionsLive,
  ReencryptingLive
).pipe(
  Layer.provide(
    Layer.mergeAll(
      BounceNotices.Default,
      Digests.Default,
      WeeklyEmails.Default,
      EmailsAtOnce.Default,
      Layer.provide(PushDelivery.Default, PushSenderLive),
      FollowerNotices.Default,
      Layer.provide(BulkActions.Default, Layer.merge(Moderation.Default, WalletSessionLive)),
      Inactivity.Default,
      MembershipsRepo.Default,
      SearchEntries.Default,
      SignupRequests.Default,
      UploadStore.layer,
      DeliveriesLive
    )
  ),
  Layer.provideMerge(
    Layer.provide(Layer.mergeAll(ExpensesLive, Attachments.Default, AttachmentsRepo.Default), UploadStore.layer)
  ),
  Layer.provideMerge(Layer.mergeAll(BondsAndMultisigLive, PayoutEscrowWorker.Default, BudgetsLive)),
  Layer.provideMerge(VotingLive),
  Layer.provideMerge(
    Layer.mergeAll(
      Announcements.Default,
      AnnouncementPublications.Default,
      AnnouncementsRepo.Default,
      AnnouncementCardsRepo.Default,
      NotificationLive,
      PreparedTransactionsLive
    )
  ),
  Layer.provide(Outbox.Default)
)

/** Discussion, moderation and live updates. */
const DiscussionLive = Proposals.Default.pipe(
  Layer.provideMerge(Layer.mergeAll(ConversationLive, Live.Default, LiveEvents.Default, Connections.Default)),
  Layer.provideMerge(Posting.Default),
  Layer.provideMerge(ActivityLive)
)

/** Founding and governing communities. */
const FoundingLive = Layer.mergeAll(
  BasicsCheck.Default,
  Founding.Default,
  Steering.Default,
  Layer.provide(HandOver.Default, OwnerChangedLive),
  Idempotency.Default
).pipe(Layer.provide(Layer.merge(ActivityLive, SignUpLive)))

/** Payouts and claims. */
const PayoutsLive = Layer.merge(DistributionsLive, Claims.Default).pipe(Layer.provide(ActivityLive))

const OwnMembersLive = Layer.provide(MembersLive, Layer.merge(ActivityLive, Ledger.Default))
const OwnWebhooksLive = Layer.provide(WebhooksLive, NotificationLive)

/** Undoing what was removed. */
const UndoLive = Layer.merge(
  Removals.Default,
  Layer.provide(
    RestorersLive,
    Layer.mergeAll(DiscussionLive, FoundingLive, PayoutsLive, OwnMembersLive, OwnWebhooksLive, Ledger.Default)
  )
)

/** All services for routes. A layer that cannot be built is a defect: the server must not start in part. */
export const AppLive = Layer.mergeAll(
  FetchHttpClient.layer,
  Articles.layer,
  PublishingLive,
  WalletSessionLive,
  SignUpLive,
  DiscussionLive,
  PayoutsLive,
  OwnMembersLive,
  CommunitiesLive,
  Tags.Default,
  LocalGatewayLive,
  Layer.provide(DemoLive, DiscussionLive),
  Layer.provideMerge(TreasuryLive, Ledger.Default),
  Drafts.Default,
  FoundingLive,
  OwnWebhooksLive,
  UndoLive,
  Layer.provide(OperatorsLive, Layer.mergeAll(DiscussionLive, Outbox.Default, Sessions.Default, ReadinessLive)),
  JobReports.Default,
  Limits.Default,
  FeatureFlagsLive,
  CountedLimits.Default,
  MetricsLive.pipe(Layer.provide(Connections.Default), Layer.provideMerge(ReadinessLive))
).pipe(
  Layer.provideMerge(Layer.mergeAll(BeaconLive, GatewayLive, Unfinished.Default)),
  Layer.provideMerge(WebhookQueueLive),
  Layer.provideMerge(DatabaseLive),
  Layer.provide(Layer.mergeAll(WaitingColumnsLive, SessionReplacedLive, CommunityInvitationsLive)),
  Layer.provideMerge(LocalLive),
  Layer.provideMerge(DatabaseClock.layer),
  Layer.provideMerge(TracingLive),
  Layer.provideMerge(LoggingLive),
  Layer.provideMerge(Settings.layer),
  Layer.orDie
)
export type AppServices = Layer.Layer.Success<typeof AppLive>
