/** The services of sign-up and profiles. */
import { Layer } from "effect"
import { EmailCodes } from "./EmailCodes.server"
import { Profiles } from "./Profiles.server"
import { Signup } from "./Signup.server"
import { SignupInvitations } from "./SignupInvitations.server"
import { SignupModes } from "./SignupModes.server"
import { SignupRequests } from "./SignupRequests.server"

export const ProfilesLive = Layer.mergeAll(Profiles.Default, Signup.Default).pipe(
  Layer.provideMerge(
    Layer.mergeAll(EmailCodes.Default, SignupInvitations.Default, SignupModes.Default, SignupRequests.Default)
  )
)
