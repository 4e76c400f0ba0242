/** A person's profile page, for signed-in readers (docs/product/people.md). */
import { Clock, Effect, Option } from "effect"
import { ActivityRepo } from "~/effects/activity/activity/ActivityRepo.server"
import { NotThere } from "~/effects/base/failures/failures"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Profiles } from "~/effects/people/signup/Profiles.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { isHolderAddress } from "~/ledger/index"
import { ProfileRepo } from "../ProfileRepo.server"

/** Latest activities of the person that the reader may see. */
const DEEDS = 10

export const publicProfile = (id: string) =>
  Effect.gen(function* () {
    if (!isHolderAddress("account", id, NETWORK_ID)) return yield* new NotThere({})
    const who = yield* requireAccount("see this profile")
    const profiles = yield* Profiles
    const found = yield* profiles.profile(id)
    if (Option.isNone(found)) return { state: "unknown" as const, account: id }
    const repo = yield* ProfileRepo
    const activity = yield* ActivityRepo
    return {
      state: "known" as const,
      account: id,
      profile: found.value,
      isOwn: who.account === id,
      now: yield* Clock.currentTimeMillis,
      communities: yield* repo.communities(id, who.account),
      record: yield* repo.record(id),
      deeds: yield* activity.seenOf(id, who.account, DEEDS)
    }
  })
