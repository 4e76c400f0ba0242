/**
 * Changing one's own profile. The rules are those of sign-up. The caller has already made sure that `account` is the one
 * the session proves.
 */
import { Effect, Option } from "effect"
import { NoProfile } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { Tags } from "~/effects/people/tags/Tags.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { emailKey } from "~/effects/people/users/UserNames.server"
import { type User, type UserChanges, UsersRepo } from "~/effects/people/users/UsersRepo.server"
import type { WorkHistory } from "~/effects/people/users/WorkHistory"
import { EmailCodes } from "./EmailCodes.server"
import { StaleProfile } from "./errors"
import type { ProfileEdit, Saved } from "./Profile"
import { ownView } from "./Profiles.server"
import { mustEndByToday, tidyWorkHistory } from "./workEntries.server"

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export class ProfileEdits extends Effect.Service<ProfileEdits>()("effects/ProfileEdits", {
  dependencies: [UsersRepo.Default, Tags.Default],
  effect: Effect.gen(function* () {
    const users = yield* UsersRepo
    const tags = yield* Tags
    const uploads = yield* Uploads
    const codes = yield* EmailCodes

    const mine = (account: string) =>
      Effect.flatMap(
        users.findByAddress(account),
        Option.match({ onNone: () => new NoProfile({ action: "edit it" }), onSome: Effect.succeed })
      )

    /** Stores the changes if the profile still is the version that was edited. `sent` comes back when it is not. */
    const save = (user: User, version: number, changes: UserChanges, sent: unknown, renamed?: Effect.Effect<void>) =>
      Effect.gen(function* () {
        if (Object.entries(changes).every(([field, value]) => same(value, user[field as keyof User]))) {
          return { profile: ownView(user), changed: false } satisfies Saved
        }
        const saved = yield* users.update(user.accountAddress, version, changes, renamed)
        if (Option.isSome(saved)) return { profile: ownView(saved.value), changed: true } satisfies Saved
        return yield* new StaleProfile({ stored: ownView(yield* mine(user.accountAddress)), sent })
      })

    /** `renamed`: what is written with a changed name. */
    const saveProfile = Effect.fn("ProfileEdits.saveProfile")(function* (
      account: string,
      form: ProfileEdit,
      version: number,
      renamed?: Effect.Effect<void>
    ) {
      const user = yield* mine(account)
      yield* tags.mustExist(form.tags)
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

    const saveWorkHistory = Effect.fn("ProfileEdits.saveWorkHistory")(function* (
      account: string,
      entries: WorkHistory,
      version: number
    ) {
      const user = yield* mine(account)
      yield* mustEndByToday(entries)
      return yield* save(user, version, { workHistory: tidyWorkHistory(entries) }, entries)
    })

    /** Sends a code to the address an account wants to change to. */
    const askEmailCode = Effect.fn("ProfileEdits.askEmailCode")((email: string, asker: Asker) =>
      codes.send(email, asker)
    )

    /** The code proves the new address. The route asks for a fresh wallet proof before, and renews the session after. */
    const changeEmail = Effect.fn("ProfileEdits.changeEmail")(function* (
      account: string,
      claim: { readonly email: string; readonly otp: string; readonly asker: Asker },
      version: number
    ) {
      const user = yield* mine(account)
      if (emailKey(claim.email) === emailKey(user.email)) {
        return { profile: ownView(user), changed: false } satisfies Saved
      }
      return yield* codes.spend(claim, save(user, version, { email: claim.email }, claim.email))
    })

    return { saveProfile, saveWorkHistory, askEmailCode, changeEmail }
  })
}) {}
