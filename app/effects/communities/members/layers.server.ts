/** Every service about members that routes need. */
import { Layer } from "effect"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Applications } from "./Applications.server"
import { EmailInvitations } from "./EmailInvitations.server"
import { InvitationLists } from "./InvitationLists.server"
import { Invitations } from "./Invitations.server"
import { Joining } from "./Joining.server"
import { Leaving } from "./Leaving.server"
import { MemberChanges } from "./MemberChanges.server"
import { MembersRepo } from "./MembersRepo.server"
import { WeightLists } from "./WeightLists.server"
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
  WeightLists.Default,
  Weights.Default
)
