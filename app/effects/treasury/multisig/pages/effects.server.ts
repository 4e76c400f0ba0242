/** Previews what a request would do to each account. */
import { Effect, Option, Schema } from "effect"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { OnLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import type { ApprovalRequest } from "../ApprovalRequest"
import { isTransactionRequest } from "../approvalMessages"
import { isAsked, RequestRoots } from "../RequestRoots.server"

/** Only of requests about escrow and bonds. A payment's own text says it, and a change of the rule moves nothing. */
export const effectsOf = Effect.fnUntraced(function* (
  request: ApprovalRequest | undefined,
  { treasury }: OnLedger,
  names: ReadonlyMap<string, string>
) {
  if (
    request === undefined ||
    request.state !== "waiting" ||
    !isAsked(request) ||
    !isTransactionRequest(request.payload)
  )
    return null
  const ledger = yield* Ledger
  const roots = yield* RequestRoots
  const changes = yield* known(roots.effectsOf(request))
  if (changes === null) return null
  return yield* Effect.forEach(changes, ({ change, entity, resource }) =>
    Effect.gen(function* () {
      const address = Schema.decodeOption(ResourceAddress)(resource)
      const token = Option.isNone(address) ? null : yield* known(ledger.shown.resource(address.value))
      const symbol = token?.symbol ?? (request.kind === "issue" ? "units of it" : "tokens")
      const isTreasury = entity === treasury
      return { account: isTreasury ? null : entity, name: names.get(entity) ?? null, change, symbol }
    })
  )
})
