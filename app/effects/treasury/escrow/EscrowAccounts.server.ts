/** Balances of escrow accounts, and the relayer's refund of what is left to the treasury. */
import { Effect, Option } from "effect"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { EscrowMovements } from "~/effects/chain/movements/EscrowMovements.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { type Amount, amountOf, formatAmount, NOTHING, renderManifest, Templates, wellKnown } from "~/ledger/index"
import type { FundedEscrow } from "./Escrow"
import { TreasuryShort } from "./errors"
import { haltedWords, withdrawnText } from "./messages"

const XRD = wellKnown("xrd", NETWORK_ID)
/** Errors of the Radix engine if the locked fees are too small or cannot be locked. */
const LACKS_FEES = /FeeReserveError|LockFeeInsufficientBalance|fee was not locked/

type EscrowAccount = Pick<FundedEscrow, "address" | "communityId" | "relayerBadge" | "resource" | "treasury">

/** What is to be moved from a treasury into escrow. */
interface Wanted {
  /** Symbol of the token, for display. */
  readonly symbol: string
  readonly treasury: AccountAddress
  readonly resource: ResourceAddress
  readonly total: Amount
  /** In XRD. */
  readonly fees: Amount
}

type Amounts = ReadonlyArray<readonly [ResourceAddress, Amount]>

export class EscrowAccounts extends Effect.Service<EscrowAccounts>()("treasury/escrow/EscrowAccounts", {
  dependencies: [EscrowMovements.Default, FollowedAddresses.Default, Relayer.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const relayer = yield* Relayer
    const escrows = yield* EscrowMovements
    const addresses = yield* FollowedAddresses

    /**
     * Why payments from the account are on hold: a transaction that this site did not make took something, and nobody
     * who can spend from the treasury has looked at it. Null otherwise.
     */
    const halted = Effect.fn("EscrowAccounts.halted")(function* ({ address }: Pick<EscrowAccount, "address">) {
      const escrow = Option.getOrUndefined(yield* escrows.find(address))
      const newest = escrow?.unknown.find(({ txId }) => txId === escrow.haltedTx)
      if (escrow === undefined || escrow.haltedTx === null) return null
      return haltedWords(newest === undefined ? "Something" : withdrawnText(escrow, newest))
    })

    /** Records that someone has looked at the withdrawals up to `seen`; a later one still halts the account. */
    const acknowledge = (address: AccountAddress | null, seen: string) =>
      address === null || seen === "" ? Effect.void : escrows.acknowledge(address, seen)

    /** Whether this site's relayer key still has access to the account. */
    const isOwnKey = (account: EscrowAccount) =>
      Effect.map(Effect.option(relayer.badge), (found) => Option.exists(found, ({ id }) => id === account.relayerBadge))

    const heldBy = (account: AccountAddress) =>
      Effect.map(orGatewayDown(ledger.balances([account])), ({ byAccount }) => {
        const held = byAccount.get(account)
        return (token: string) => amountOf([...(held ?? [])].find(([each]) => each === token)?.[1] ?? NOTHING)
      })
    const heldIn = ({ address }: Pick<EscrowAccount, "address">) => heldBy(address)

    const short = (missing: Amount, symbol: string) => new TreasuryShort({ missing: formatAmount(missing), symbol })

    /** Fails unless the treasury holds everything that is to go into escrow. */
    const requireCovered = Effect.fn("EscrowAccounts.requireCovered")(function* (wanted: Wanted) {
      const { fees, resource, symbol, total, treasury } = wanted
      const held = yield* heldBy(treasury)
      const isXrd = resource === XRD
      const whole = isXrd ? total + fees : total
      if (held(resource) < whole) return yield* short(whole - held(resource), symbol)
      if (!isXrd && held(XRD) < fees) return yield* short(fees - held(XRD), "XRD for the fees")
    })

    /** Balances of the plan's token and of XRD. */
    const amountsIn = (account: EscrowAccount) =>
      Effect.map(
        heldIn(account),
        (held): Amounts =>
          [...new Set([account.resource, XRD])].flatMap((token) => (held(token) > 0n ? [[token, held(token)]] : []))
      )

    /** Expected fee of the refund plus a tenth, from a dry run with assumed signatures; or why it would fail. */
    const returnFee = ({ address, treasury }: EscrowAccount, lock: Amount, amounts: Amounts) =>
      Effect.map(
        orGatewayDown(
          ledger.previewManifest(
            renderManifest(Templates.refundEscrow({ escrow: address, treasury, amounts, fee: lock })),
            [],
            {
              assumeAllSignatures: true
            }
          )
        ),
        ({ error, fee, status }) => {
          if (status === "Succeeded") return (amountOf(fee) * 11n) / 10n
          const why = Option.getOrElse(error, () => "it gives no reason")
          return LACKS_FEES.test(why) ? ("short" as const) : { refused: why }
        }
      )

    /**
     * Builds the refund of everything left, less its own fee. Null if nothing worth a fee is left; `short` with the XRD
     * balance if that cannot pay the fee for refunding the token; `refused` with the ledger's words for any other
     * refusal, so that nothing is given up because of it. Fails if the ledger does not respond.
     */
    const returning = Effect.fn("EscrowAccounts.returning")(function* (account: EscrowAccount) {
      const { address, resource, treasury } = account
      const held = yield* heldIn(account)
      const token = resource === XRD ? 0n : held(resource)
      const xrd = held(XRD)
      if (token === 0n && xrd === 0n) return null
      if (xrd === 0n) return { short: xrd }
      const ofToken = token > 0n ? [[resource, token] as const] : []
      // Locks half of the XRD and moves a quarter: this dry run only measures the fee.
      const fee = yield* returnFee(account, xrd / 2n, [...ofToken, [XRD, xrd / 4n + 1n] as const])
      if (typeof fee === "object") return fee
      if (fee === "short" || xrd <= fee) return token === 0n ? null : { short: xrd }
      const amounts: Amounts = [...ofToken, [XRD, xrd - fee] as const]
      return { amounts, manifest: Templates.refundEscrow({ escrow: address, treasury, amounts, fee }) }
    })

    /**
     * Called when nothing of the plan is left. Stops tracking the account if the ledger agrees with our records
     * (`left`); otherwise the indexer still has to find what happened.
     */
    const close = Effect.fn("EscrowAccounts.close")(function* (
      account: EscrowAccount,
      left: { readonly token: Amount; readonly xrd: Amount }
    ) {
      const held = yield* heldIn(account)
      const isAsWritten =
        account.resource === XRD
          ? held(XRD) === left.token + left.xrd
          : held(account.resource) === left.token && held(XRD) === left.xrd
      if (isAsWritten) yield* addresses.unfollow(account.communityId, account.address)
    })

    return { isOwnKey, heldIn, requireCovered, amountsIn, returning, halted, acknowledge, close }
  })
}) {}
