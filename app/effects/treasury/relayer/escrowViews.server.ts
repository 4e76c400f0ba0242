/** An escrow account for its page: what the ledger holds, compared with our records. */
import { Effect } from "effect"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { type Amount, amountOf, formatAmount, NOTHING, wellKnown } from "~/ledger/index"
import type { EscrowView } from "./EscrowView"
import { type EscrowPageRow, escrowRows } from "./escrowRows.server"
import { withdrawnViews } from "./escrowWords"

const XRD = wellKnown("xrd", NETWORK_ID)

const NO_BALANCES: ReadonlyMap<string, AmountText> = new Map()

interface Left {
  readonly token: Amount
  readonly xrd: Amount
}

/** If the token is XRD, there is one balance for both: fees come first, so a shortage shows in the token. */
const partsOf = (held: (token: ResourceAddress) => Amount, resource: ResourceAddress, left: Left): Left => {
  if (resource !== XRD) return { token: held(resource), xrd: held(XRD) }
  const xrd = held(XRD) < left.xrd ? held(XRD) : left.xrd
  return { token: held(XRD) - xrd, xrd }
}

const texts = ({ token, xrd }: Left) => ({ token: formatAmount(token), xrd: formatAmount(xrd) })

const missingIn = (held: Left, left: Left) => {
  const missing = { token: left.token - held.token, xrd: left.xrd - held.xrd }
  return missing.token === 0n && missing.xrd === 0n ? null : texts(missing)
}

/**
 * Null before the account is on the ledger.
 * @param left what should be there, according to our records
 * @param read rows of the account, if a statement of the page has read them already
 */
export const escrowView = Effect.fn("relayer.escrowView")(function* (
  {
    parked,
    resource,
    workStep
  }: {
    readonly parked: AccountAddress | null
    readonly resource: ResourceAddress
    readonly workStep: string | null
  },
  left: Left,
  read?: ReadonlyArray<EscrowPageRow>
) {
  if (parked === null) return null
  const ledger = yield* Ledger
  const [found, rows] = yield* Effect.all(
    [known(ledger.shown.balances([parked])), read === undefined ? escrowRows(parked) : Effect.succeed(read)],
    { concurrency: 2 }
  )
  const [escrow] = rows
  const balances = found?.byAccount.get(parked) ?? NO_BALANCES
  const held = partsOf((token) => amountOf(balances.get(token) ?? NOTHING), resource, left)
  return {
    held: found === null ? null : { ...texts(held), time: found.time },
    left: texts(left),
    missing: found === null ? null : missingIn(held, left),
    isUnderWay: workStep !== null,
    unknown: withdrawnViews(
      { resource: escrow?.escrowResource ?? resource, symbol: escrow?.escrowSymbol ?? "" },
      escrow?.escrowUnknown ?? []
    ),
    haltedTx: escrow?.escrowHalted ?? null,
    returns: rows.flatMap(({ backAt: at, backSigner, backSignerName, backSigners, backTx: txId }) =>
      txId === null || at === null
        ? []
        : [
            {
              txId,
              at,
              signers: backSigners ?? (backSigner === null ? [] : [{ account: backSigner, name: backSignerName }])
            }
          ]
    )
  } satisfies EscrowView
})
