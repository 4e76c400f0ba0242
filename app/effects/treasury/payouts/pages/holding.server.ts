/** Access of readers to the pages of payouts: holders of the treasury by the ledger, and everyone else. */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import type { ResourceAddress } from "~/effects/base/addresses/addresses"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { mayPrepare, requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { pathOf } from "../Distribution"
import { numberIn } from "../Distributions.server"
import { DistributionsRepo } from "../DistributionsRepo.server"

const unsure = () => Effect.succeed({ isHolder: false, isUnsure: true })

/** For pages: during an outage nobody counts as a holder, and the page says so. */
export const holderHere = ({ community, communityRole }: Inside) =>
  communityRole.account === null
    ? Effect.succeed({ isHolder: false, isUnsure: false })
    : mayPrepare(community, communityRole.account).pipe(
        Effect.timeout("3 seconds"),
        Effect.map((isHolder) => ({ isHolder, isUnsure: false })),
        Effect.catchTags({ GatewayDown: unsure, TimeoutException: unsure })
      )

/** Signers and threshold of a multisig treasury; null for other treasuries, and if the ledger does not respond. */
export const multisigOf = ({ community }: Pick<Inside, "community">) =>
  Effect.gen(function* () {
    const place = Option.getOrNull(onLedger(community))
    if (place === null) return null
    const rule = Option.getOrNull(yield* TreasuryHolders.signers(place))
    return rule === null ? null : { needed: rule.needed, signers: rule.ids.length }
  }).pipe(Effect.catchTag("GatewayDown", () => Effect.succeed(null)))

/** Tokens of the treasury; the last known ones if the gateway is down. */
export const treasuryTokens = ({ community }: Pick<Inside, "community">) =>
  Effect.gen(function* () {
    const place = onLedger(community)
    if (Option.isNone(place)) return { time: null, tokens: [] }
    const ledger = yield* Ledger
    const { token, treasury } = place.value
    // The token that is paid most comes first: the community's own.
    const first = ([resource]: readonly [string, string]) => (resource === token ? 0 : 1)
    const held = yield* known(ledger.shown.balances([treasury]))
    if (held === null) return { time: null, tokens: [] }
    const amounts = [...(held.byAccount.get(treasury) ?? new Map<ResourceAddress, string>())]
      .filter(([, amount]) => amount !== "0")
      .sort((one, other) => first(one) - first(other))
    const tokens = yield* Effect.forEach(
      amounts.slice(0, 50),
      ([resource, amount]) =>
        Effect.map(known(ledger.shown.resource(resource)), (found) => ({
          resource,
          amount,
          symbol: found?.symbol ?? "tokens"
        })),
      { concurrency: 4 }
    )
    return { time: held.time, tokens }
  })

/** Guard of every action of a payout: checks on the ledger now who may prepare payments, then loads the payout of the address. */
export const heldRun = Effect.gen(function* () {
  const here = yield* inside
  const treasury = yield* requirePrepared(here, "distribute")
  const { request } = yield* RouteArgs
  const repo = yield* DistributionsRepo
  const number = Option.getOrElse(numberIn(new URL(request.url).searchParams.get("d")), () => 0)
  const run = yield* repo.findOrFail(here.community.id, number)
  return { here, run, treasury, to: pathOf(here.community.id, run.number) }
})
