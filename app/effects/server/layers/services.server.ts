/** Layers of outside services, as the settings choose them, and of the features whose services need no order. */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer, Logger, Option } from "effect"
import { ActivityRepo } from "~/effects/activity/activity/ActivityRepo.server"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { MailChoices } from "~/effects/activity/notifications/MailChoices.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { PushDevices } from "~/effects/activity/notifications/push/PushDevices.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { reencrypting } from "~/effects/base/jobs/Resealing.server"
import { Mailer } from "~/effects/base/mail/Mailer.server"
import { PushSender } from "~/effects/base/push/PushSender.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { CommunityFollows } from "~/effects/communities/communities/CommunityFollows.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { MineRepo } from "~/effects/communities/communities/MineRepo.server"
import { OverviewRepo } from "~/effects/communities/communities/OverviewRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { CommentEdits } from "~/effects/conversation/discussion/CommentEdits.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { Marks } from "~/effects/conversation/discussion/Marks.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { PostVersions } from "~/effects/conversation/discussion/PostVersions.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { FirstPostDecisions } from "~/effects/conversation/moderation/FirstPostDecisions.server"
import { FirstPosts } from "~/effects/conversation/moderation/FirstPosts.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { Reports } from "~/effects/conversation/moderation/Reports.server"
import { ReportsRepo } from "~/effects/conversation/moderation/ReportsRepo.server"
import { Removal } from "~/effects/people/account/pages/Removal.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { Backend } from "~/effects/people/backend/Backend.server"
import { layerHttp } from "~/effects/people/backend/BackendHttp.server"
import { EmailCodes } from "~/effects/people/signup/EmailCodes.server"
import { Profiles } from "~/effects/people/signup/Profiles.server"
import { Signup } from "~/effects/people/signup/Signup.server"
import { SignupInvitations } from "~/effects/people/signup/SignupInvitations.server"
import { SignupModes } from "~/effects/people/signup/SignupModes.server"
import { SignupRequests } from "~/effects/people/signup/SignupRequests.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { ProvenAccounts } from "~/effects/people/wallet-session/ProvenAccounts.server"
import { Challenges } from "~/effects/people/wallet-session/proof/Challenges.server"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { SignIn } from "~/effects/people/wallet-session/SignIn.server"
import { FeatureRequests } from "~/effects/publishing/articles/FeatureRequests.server"
import { ProfileRepo } from "~/effects/publishing/dashboard/ProfileRepo.server"
import { ExportedRows } from "~/effects/publishing/exports/ExportedRows.server"
import { Previews } from "~/effects/publishing/previews/Previews.server"
import { Search } from "~/effects/publishing/search/Search.server"
import { webhookEncryption } from "~/effects/publishing/webhooks/WebhooksRepo.server"
import { orderEncryption } from "~/effects/treasury/bonds/SignedParts.server"
import { OwnClaims } from "~/effects/treasury/claims/OwnClaims.server"

/** The services of signing in with a wallet. */
export const WalletSessionLive = Layer.mergeAll(
  SignIn.Default,
  Challenges.Default,
  ProvenAccounts.Default,
  Sessions.Default,
  Statements.Default
)

/** The services of sign-up and profiles. */
export const ProfilesLive = Layer.mergeAll(Profiles.Default, Signup.Default).pipe(
  Layer.provideMerge(
    Layer.mergeAll(EmailCodes.Default, SignupInvitations.Default, SignupModes.Default, SignupRequests.Default)
  )
)

/** One JSON object per line, from the level in the settings. */
export const LoggingLive = Layer.mergeAll(
  Logger.json,
  Layer.unwrapEffect(Effect.map(Settings, (settings) => Logger.minimumLogLevel(settings.logLevel)))
)

/** SMTP if `SMTP_URL` is set; else the mailbox page of local mode (no other mode starts without SMTP_URL). */
export const MailerLive = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { mailFrom, smtpUrl } = yield* Settings
    if (Option.isSome(smtpUrl)) return Mailer.layerSmtp(smtpUrl.value, mailFrom)
    if (__LOCAL__) return (yield* Effect.promise(() => import("~/effects/local/Mailbox.server"))).MailboxLive
    return yield* Effect.dieMessage("SMTP_URL is missing")
  })
)

/** Push services if there is a key; in local mode the mailbox page. Without a key nothing is ever sent. */
export const PushSenderLive = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { vapid } = yield* Settings
    if (__LOCAL__) return (yield* Effect.promise(() => import("~/effects/local/PushMailbox.server"))).PushMailboxLive
    return Option.match(vapid, { onNone: () => PushSender.layerNone, onSome: (keys) => PushSender.layerWeb(keys) })
  })
)

/** The product backend of docs/product/people.md: this server's own, or the external one at `BACKEND_URL`. */
export const BackendLive = Layer.unwrapEffect(
  Effect.map(Settings, ({ backendUrl }) =>
    Option.isNone(backendUrl)
      ? Layer.provide(Backend.layerOwn, Tags.Default)
      : Layer.provide(layerHttp(backendUrl.value), FetchHttpClient.layer)
  )
)

/** The list of encrypted columns. A feature exports its own; adding one takes one line here. */
export const sealedTexts = Effect.map(Effect.all([orderEncryption, webhookEncryption]), (all) => all.flat())

export const ReencryptingLive = Layer.unwrapEffect(Effect.map(sealedTexts, reencrypting)).pipe(
  Layer.provide(Layer.merge(Seal.Default, FeatureFlags.Default))
)

/** Activity, notifications and to-do lists. */
const NewNotification = Layer.mergeAll(
  ActivityLive,
  ActivityRepo.Default,
  Agenda.Default,
  Inbox.Default,
  MailChoices.Default,
  Notifications.Default,
  OwnClaims.Default,
  ProfileRepo.Default,
  PushDevices.Default,
  SecretLinks.Default
)

/** Removing an account also resolves the notifications that others got about its applications. */
export const NotificationLive = Layer.provideMerge(Removal.Default, NewNotification)

/** Discussion and moderation. Requires activity, notifications and the text services. */
export const ConversationLive = Layer.mergeAll(
  AnnouncementsRepo.Default,
  CommentEdits.Default,
  Comments.Default,
  FirstPostDecisions.Default,
  FirstPosts.Default,
  Follows.Default,
  Marks.Default,
  Moderation.Default,
  ModerationLog.Default,
  NewComments.Default,
  PostVersions.Default,
  Reports.Default,
  ReportsRepo.Default,
  ThreadEdits.Default,
  Threads.Default
)

/** Finding and reading communities, and an account's own data about them. */
export const CommunitiesLive = Layer.mergeAll(
  Communities.Default,
  CommunityFollows.Default,
  MembershipsRepo.Default,
  MineRepo.Default,
  OverviewRepo.Default,
  OwnedCommunities.Default,
  CommunityWrites.Default
)

/** What is read from outside. */
export const PublishingLive = Layer.mergeAll(
  ExportedRows.Default,
  Previews.Default,
  FeatureRequests.Default,
  Search.Default
)
