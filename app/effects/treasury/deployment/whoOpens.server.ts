/** Reads from the ledger who can spend from a treasury, for pages. */
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { known } from "~/effects/chain/ledger/known.server"
import type { Opens } from "./opens"
import { onLedger, TreasuryHolders } from "./TreasuryHolders.server"

export const whoOpens = (community: Community) =>
  Effect.gen(function* () {
    const place = Option.getOrNull(onLedger(community))
    const rule = place === null ? null : yield* known(TreasuryHolders.rule(place))
    const opens: Opens =
      rule === null || typeof rule === "string" ? rule : { needed: rule.needed, signers: rule.ids.length }
    return opens
  })
