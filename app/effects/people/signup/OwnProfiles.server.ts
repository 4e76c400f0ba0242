/**
 * The stored profile behind an edit: read for its owner, and written only if it is still the version that was edited.
 */
import { Effect, Option } from "effect"
import { NoProfile } from "~/effects/base/failures/failures"
import { type User, type UserChanges, UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { StaleProfile } from "./errors"
import type { Saved } from "./Profile"
import { ownView } from "./Profiles.server"

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export class OwnProfiles extends Effect.Service<OwnProfiles>()("people/signup/OwnProfiles", {
  dependencies: [UsersRepo.Default],
  effect: Effect.gen(function* () {
    const users = yield* UsersRepo

    /** Fails if the account has no profile. */
    const mine = (account: string) =>
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
}) {}
