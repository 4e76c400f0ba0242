/** Reads profiles, as everyone may and as the owner may. */
import { Effect, Option } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { type User, UsersRepo } from "~/effects/people/users/UsersRepo.server"
import type { OwnProfile, PublicProfile } from "./Profile"

const publicView = (user: User): PublicProfile => ({
  account: user.accountAddress,
  username: user.username,
  bio: user.bio,
  displayImage: user.displayImage,
  tags: user.tags,
  workHistory: user.workHistory,
  createdAt: user.createdAt
})
/** Includes what only its owner may see. */
export const ownView = (user: User): OwnProfile => ({
  ...publicView(user),
  email: user.email,
  newsletterOptedIn: user.newsletter,
  version: user.version
})

export class Profiles extends Effect.Service<Profiles>()("people/signup/Profiles", {
  dependencies: [UsersRepo.Default],
  effect: Effect.gen(function* () {
    const users = yield* UsersRepo

    /** What everyone may read. None: there is no such account, or it has no profile yet. */
    const profile = Effect.fn("Profiles.profile")((account: AccountAddress) =>
      Effect.map(users.findByAddress(account), Option.map(publicView))
    )

    /** Includes the e-mail address; for its owner only. */
    const ownProfile = Effect.fn("Profiles.ownProfile")((account: AccountAddress) =>
      Effect.map(users.findByAddress(account), Option.map(ownView))
    )

    return { profile, ownProfile }
  })
}) {}
