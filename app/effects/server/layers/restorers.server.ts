/** What can be brought back after its removal: each feature checks the right and writes its rows back. */
import { Effect, Layer, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed, requireSignedIn } from "~/effects/access/must"
import type { Permission } from "~/effects/access/permissions"
import type { RouteFailure } from "~/effects/base/remix/RouteFailure"
import { Founding } from "~/effects/communities/founding/Founding.server"
import { InvitationLists } from "~/effects/communities/members/InvitationLists.server"
import { Restorers } from "~/effects/communities/undo/Restorers.server"
import { AnnouncementId } from "~/effects/conversation/announcements/Announcement"
import { Announcements } from "~/effects/conversation/announcements/Announcements.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import type { AttachmentTarget } from "~/effects/conversation/attachments/Attachment"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { CommentEdits } from "~/effects/conversation/discussion/CommentEdits.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { Webhooks } from "~/effects/publishing/webhooks/Webhooks.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"

const to = (permission: Permission) => (who: Inside) => requireAllowed(who, permission)

export const RestorersLive = Layer.effect(
  Restorers,
  Effect.gen(function* () {
    const announcements = yield* Announcements
    const bonds = yield* Bonds
    const comments = yield* CommentEdits
    const founding = yield* Founding
    const distributions = yield* Distributions
    const files = yield* Attachments
    const waiting = yield* AnnouncementsRepo
    const published = yield* Proposals
    const review = yield* ProposalsRepo
    const lists = yield* InvitationLists
    const proposals = yield* ProposalDrafts
    const threads = yield* ThreadEdits
    const webhooks = yield* Webhooks
    const ledger = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof requirePrepared>>>()
    /** Locks the post of a file, or fails if its files can no longer change. */
    const holdFor =
      ({ community, communityRole }: Inside) =>
      ({ id, type }: AttachmentTarget): Effect.Effect<void, RouteFailure> =>
        Effect.gen(function* () {
          if (type === "thread") return yield* threads.hold({ id })
          const account = yield* requireSignedIn(communityRole, "undo this")
          if (type === "announcement") return yield* waiting.hold(AnnouncementId.make(id), account)
          const proposal = ProposalId.make(id)
          const row = yield* review.findById(community.id, proposal, account)
          yield* Option.isNone(row) ? proposals.hold(community.id, account, proposal) : published.hold(row.value)
        })
    return {
      thread: { may: to("post"), restore: threads.restore },
      comment: { may: to("post"), restore: comments.restore },
      attachment: {
        may: to("post"),
        restore: (who, { files: rows = [] }) => files.restore(who.community.id, rows, holdFor(who))
      },
      "announcement-draft": { may: to("announce"), restore: announcements.restore },
      "proposal-draft": { may: to("propose"), restore: proposals.restore },
      payout: {
        may: (who) => Effect.provide(requirePrepared(who, "distribute"), ledger),
        restore: (_, rows) => distributions.restore(rows)
      },
      "bond-draft": { may: to("draftBonds"), restore: bonds.restore },
      "people-list": { may: to("invite"), restore: lists.restore },
      webhook: { may: to("settings"), restore: webhooks.restore },
      "community-draft": founding.restore
    }
  })
)
