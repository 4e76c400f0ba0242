/** Reads from the ledger who opens a treasury, for pages. */
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { known } from "~/effects/chain/ledger/known.server"
import type { Opens } from "./opens"
import { onLedger, TreasuryHolders } from "./TreasuryHolders.server"

export const whoOpens = (community: Community) =>
  Effect.gen(function* () {
    const place = Option.getOrNull(onLedger(community))
    const rule = place === null ? null : yield* known(TreasuryHolders.keepers(place))
    if (rule === null) return null
    const opens: Opens = Option.match(rule, {
      onNone: () => "one" as const,
      onSome: ({ ids, needed }) => ({ needed, keepers: ids.length })
    })
    return opens
  })
