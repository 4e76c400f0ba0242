/**
 * Profiles: reading a person's profile and changing one's own. The rules are those of sign-up. Whoever calls has
 * already made sure that `account` is the one the session proves.
 */
import { DateTime, Effect, Option } from "effect"
import { InvalidFields, NoProfile } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { Tags } from "~/effects/people/tags/Tags.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { emailKey } from "~/effects/people/users/UserNames.server"
import { type User, type UserChanges, UsersRepo } from "~/effects/people/users/UsersRepo.server"
import type { WorkHistory } from "~/effects/people/users/WorkHistory"
import { EmailCodes } from "./EmailCodes.server"
import { StaleProfile } from "./errors"
import type { OwnProfile, ProfileEdit, PublicProfile, Saved } from "./Profile"
import { workProblems } from "./workHistory"

const publicView = (user: User): PublicProfile => ({
  account: user.accountAddress,
  username: user.username,
  bio: user.bio,
  displayImage: user.displayImage,
  tags: user.tags,
  workHistory: user.workHistory,
  createdAt: user.createdAt
})
const ownView = (user: User): OwnProfile => ({
  ...publicView(user),
  email: user.email,
  newsletterOptedIn: user.newsletter,
  version: user.version
})

/** A current job has no end, whatever the form still held. */
export const tidyWorkHistory = (entries: WorkHistory): WorkHistory =>
  entries.map((entry) => (entry.current ? { ...entry, end_date: null } : entry))

/** The last day a job may begin or end on: today where the clock is furthest ahead, UTC+14. */
export const lastWorkDay = Effect.map(DateTime.now, (now) =>
  DateTime.formatIsoDateUtc(DateTime.add(now, { hours: 14 }))
)

/** Fails on the fields of the jobs that begin or end after today. */
export const mustEndByToday = Effect.fn("mustEndByToday")(function* (entries: WorkHistory) {
  const fields = workProblems(tidyWorkHistory(entries), yield* lastWorkDay)
  if (Object.keys(fields).length > 0) return yield* new InvalidFields({ fields })
})

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export class Profiles extends Effect.Service<Profiles>()("effects/Profiles", {
  dependencies: [UsersRepo.Default, Tags.Default],
  effect: Effect.gen(function* () {
    const users = yield* UsersRepo
    const tags = yield* Tags
    const uploads = yield* Uploads
    const codes = yield* EmailCodes

    /** What everybody may read. None: no such account, or no profile yet. */
    const profile = Effect.fn("Profiles.profile")((account: string) =>
      Effect.map(users.findByAddress(account), Option.map(publicView))
    )

    /** With the e-mail address, for its owner alone. */
    const ownProfile = Effect.fn("Profiles.ownProfile")((account: string) =>
      Effect.map(users.findByAddress(account), Option.map(ownView))
    )

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
    const saveProfile = Effect.fn("Profiles.saveProfile")(function* (
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

    const saveWorkHistory = Effect.fn("Profiles.saveWorkHistory")(function* (
      account: string,
      entries: WorkHistory,
      version: number
    ) {
      const user = yield* mine(account)
      yield* mustEndByToday(entries)
      return yield* save(user, version, { workHistory: tidyWorkHistory(entries) }, entries)
    })

    /** Sends a code to the address an account wants to change to. */
    const askEmailCode = Effect.fn("Profiles.askEmailCode")((email: string, asker: Asker) => codes.send(email, asker))

    /** The code proves the new address. The route asks for a fresh wallet proof before, and renews the session after. */
    const changeEmail = Effect.fn("Profiles.changeEmail")(function* (
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

    return { profile, ownProfile, saveProfile, saveWorkHistory, askEmailCode, changeEmail }
  })
}) {}
