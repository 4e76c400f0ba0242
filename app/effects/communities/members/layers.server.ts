/** Everything about members that routes ask for. */
import { Layer } from "effect"
import { Once } from "~/effects/base/limits/Once.server"
import { Applications } from "./Applications.server"
import { Invitations } from "./Invitations.server"
import { Joining } from "./Joining.server"
import { MemberChanges } from "./MemberChanges.server"
import { MembersRepo } from "./MembersRepo.server"
import { Weights } from "./Weights.server"

export const MembersLive = Layer.mergeAll(
  Applications.Default,
  Invitations.Default,
  Joining.Default,
  MemberChanges.Default,
  MembersRepo.Default,
  Once.Default,
  Weights.Default
)
