/** Archives a community, and reopens it (docs/product/communities.md). */
import { Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { ClosedBySite } from "./errors"
import { SettingsWrites } from "./SettingsWrites.server"
import { archived, opened } from "./stages"

export class Archiving extends Effect.Service<Archiving>()("communities/steering/Archiving", {
  dependencies: [CommunityWrites.Default, ModerationLog.Default, OwnedCommunities.Default, SettingsWrites.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const writes = yield* CommunityWrites
    const owned = yield* OwnedCommunities
    const log = yield* ModerationLog
    const { notify: report } = yield* SettingsWrites

    const requireNotClosed = (id: CommunityId) =>
      Effect.flatMap(
        log.closedBecause(id),
        Option.match({ onNone: () => Effect.void, onSome: (reason) => new ClosedBySite({ reason }) })
      )

    const archive = Effect.fn("Archiving.archive")(function* (here: Inside) {
      yield* requireAllowed(here, "settings")
      const account = here.community.ownerAddress
      yield* Effect.gen(function* () {
        yield* writes.change(here.community.id, null, account, archived)
        yield* report(here, "archived")
      }).pipe(atomically(sql))
    })

    const unarchive = Effect.fn("Archiving.unarchive")(function* (here: Inside) {
      yield* requireAllowed(here, "settings")
      const account = here.community.ownerAddress
      yield* Effect.gen(function* () {
        yield* withLocks(sql, [`owner:${account}`])
        yield* writes.withLock({ id: here.community.id })
        yield* requireNotClosed(here.community.id)
        if ((yield* owned.countOwned(account)) >= MAX_OWNED) return yield* new OwnsTooMany()
        yield* writes.change(here.community.id, null, account, opened)
        yield* report(here, "unarchived")
      }).pipe(atomically(sql))
    })

    return { archive, unarchive }
  })
}) {}
