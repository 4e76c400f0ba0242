/** Every service about members that routes need. */
import { Effect, Layer } from "effect"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { CommunityInvitations } from "~/effects/people/signup/SignupInvitations.server"
import { Applications } from "./Applications.server"
import { EmailInvitations } from "./EmailInvitations.server"
import { InvitationLists } from "./InvitationLists.server"
import { Invitations } from "./Invitations.server"
import { Joining } from "./Joining.server"
import { Leaving } from "./Leaving.server"
import { MemberChanges } from "./MemberChanges.server"
import { MembersRepo } from "./MembersRepo.server"
import { Weights } from "./Weights.server"

export const MembersLive = Layer.mergeAll(
  Applications.Default,
  EmailInvitations.Default,
  InvitationLists.Default,
  Invitations.Default,
  Joining.Default,
  Leaving.Default,
  MemberChanges.Default,
  MembersRepo.Default,
  Idempotency.Default,
  Weights.Default
)

/**
 * Invitations of communities that also admit to the site, while sign-ups are by invitation: valid ones whose maker may
 * invite now, an owner or a moderator, not suspended there or on the site.
 */
export const CommunityInvitationsLive = Layer.succeed(CommunityInvitations, (sql, code, now) =>
  Effect.map(
    sql<{ readonly maxUses: number }>`SELECT i.max_uses FROM invites i JOIN communities c ON c.id = i.community_id
      JOIN memberships m ON m.community_id = i.community_id AND m.account_address = i.created_by
      WHERE i.code = ${code} AND i.revoked_at IS NULL AND i.declined_at IS NULL AND i.uses < i.max_uses
        AND i.expires_at > ${now} AND c.stage IN ('live', 'deploying', 'deployed')
        AND m.status = 'active' AND m.role IN ('moderator', 'owner')
        AND NOT EXISTS (SELECT 1 FROM account_suspensions a WHERE a.account_address = i.created_by
          AND (a.suspended_until IS NULL OR a.suspended_until > ${now}))`,
    (rows) => rows[0]?.maxUses ?? null
  )
)
