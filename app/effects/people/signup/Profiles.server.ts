/**
 * Reads profiles, as everyone may and as the owner may, and changes one's own by the rules of sign-up. The caller has
 * checked that `account` is the session's account.
 */
import { Effect, Option } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NoProfile } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { Tags } from "~/effects/people/tags/Tags.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { emailKey } from "~/effects/people/users/UserNames.server"
import { type User, type UserChanges, UsersRepo } from "~/effects/people/users/UsersRepo.server"
import type { WorkHistory } from "~/effects/people/users/WorkHistory"
import { EmailCodes } from "./EmailCodes.server"
import { StaleProfile } from "./errors"
import type { OwnProfile, ProfileEdit, PublicProfile, Saved } from "./Profile"
import { SignupBlocks } from "./SignupBlocks.server"
import { requireEndByToday, tidyWorkHistory } from "./workEntries.server"

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
  dependencies: [UsersRepo.Default, Tags.Default, SignupBlocks.Default],
  effect: Effect.gen(function* () {
    const users = yield* UsersRepo

    const { mine, save } = yield* makeOwnProfiles
    const tags = yield* Tags
    const uploads = yield* Uploads
    const codes = yield* EmailCodes
    const blocks = yield* SignupBlocks

    /** `renamed`: what is written when the name changes. */
    const saveProfile = Effect.fn("Profiles.saveProfile")(function* (
      account: AccountAddress,
      form: ProfileEdit,
      version: number,
      renamed?: Effect.Effect<void>
    ) {
      const user = yield* mine(account)
      yield* tags.requireExisting(form.tags)
      const isSame = form.display_image === user.displayImage
      const displayImage = isSame ? user.displayImage : yield* uploads.acceptImage(form.display_image)
      return yield* save(
        user,
        version,
        { username: form.username, bio: form.bio, tags: form.tags, displayImage },
        form,
        renamed
      )
    })

    const saveWorkHistory = Effect.fn("Profiles.saveWorkHistory")(function* (
      account: AccountAddress,
      entries: WorkHistory,
      version: number
    ) {
      const user = yield* mine(account)
      yield* requireEndByToday(entries)
      return yield* save(user, version, { workHistory: tidyWorkHistory(entries) }, entries)
    })

    /** Sends a code to the address that an account wants to change to. */
    const askEmailCode = Effect.fn("Profiles.askEmailCode")(function* (email: string, asker: Asker) {
      yield* blocks.requireEmail(email)
      yield* codes.send(email, asker)
    })

    /**
     * The code proves the new address. The route requires a fresh wallet proof before this, and renews the session
     * after it.
     */
    const changeEmail = Effect.fn("Profiles.changeEmail")(function* (
      account: AccountAddress,
      claim: { readonly email: string; readonly otp: string; readonly asker: Asker },
      version: number
    ) {
      const user = yield* mine(account)
      if (emailKey(claim.email) === emailKey(user.email)) {
        return { profile: ownView(user), changed: false } satisfies Saved
      }
      yield* blocks.requireEmail(claim.email)
      return yield* codes.spend(claim, save(user, version, { email: claim.email }, claim.email))
    })

    /** What everyone may read. None: there is no such account, or it has no profile yet. */
    const profile = Effect.fn("Profiles.profile")((account: AccountAddress) =>
      Effect.map(users.findByAddress(account), Option.map(publicView))
    )

    /** Includes the e-mail address; for its owner only. */
    const ownProfile = Effect.fn("Profiles.ownProfile")((account: AccountAddress) =>
      Effect.map(users.findByAddress(account), Option.map(ownView))
    )

    return { profile, ownProfile, saveProfile, saveWorkHistory, askEmailCode, changeEmail }
  })
}) {}

/** The stored profile behind an edit: read for its owner, and written only if it is still the version that was edited. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const makeOwnProfiles = Effect.gen(function* () {
  const users = yield* UsersRepo

  /** Fails if the account has no profile. */
  const mine = (account: AccountAddress) =>
    Effect.flatMap(
      users.findByAddress(account),
      Option.match({ onNone: () => new NoProfile({ action: "edit it" }), onSome: Effect.succeed })
    )

  /** Stores the changes if the profile is still the version that was edited; otherwise fails with `sent`. */
  const save = (user: User, version: number, changes: UserChanges, sent: unknown, renamed?: Effect.Effect<void>) =>
    Effect.gen(function* () {
      if (Object.entries(changes).every(([field, value]) => same(value, user[field as keyof User]))) {
        return { profile: ownView(user), changed: false } satisfies Saved
      }
      const saved = yield* users.update(user.accountAddress, version, changes, renamed)
      if (Option.isSome(saved)) return { profile: ownView(saved.value), changed: true } satisfies Saved
      return yield* new StaleProfile({ stored: ownView(yield* mine(user.accountAddress)), sent })
    })

  return { mine, save }
})
