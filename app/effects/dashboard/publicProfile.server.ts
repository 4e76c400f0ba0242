/** One person's page, for people who are signed in (product 3.6.3). */
import { Effect, Option } from "effect"
import { isHolderAddress } from "~/ledger/index"
import { NotThere } from "../failures"
import { NETWORK_ID } from "../networks"
import { Profiles } from "../signup/Profiles.server"
import { visitor } from "../wallet-session/visitor.server"

export const publicProfile = (id: string) =>
  Effect.gen(function* () {
    if (!isHolderAddress("account", id, NETWORK_ID)) return yield* new NotThere({})
    const who = yield* visitor
    if (who === null) return { state: "signed-out" as const, account: id }
    const profiles = yield* Profiles
    const found = yield* profiles.profile(id)
    return Option.match(found, {
      onNone: () => ({ state: "unknown" as const, account: id }),
      onSome: (profile) => ({ state: "known" as const, account: id, profile, isOwn: who.account === id })
    })
  })
