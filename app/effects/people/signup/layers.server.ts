/** The services of sign-up and profiles. */
import { Layer } from "effect"
import { EmailCodes } from "./EmailCodes.server"
import { ProfileEdits } from "./ProfileEdits.server"
import { Profiles } from "./Profiles.server"
import { Signup } from "./Signup.server"

export const ProfilesLive = Layer.mergeAll(Profiles.Default, ProfileEdits.Default, Signup.Default).pipe(
  Layer.provideMerge(EmailCodes.Default)
)
