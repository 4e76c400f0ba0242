/** What lies in parked accounts, and how all of it comes back to the treasury by the site's key. */
import { Effect, Option } from "effect"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { EscrowMovements } from "~/effects/chain/movements/EscrowMovements.server"
import { type Amount, amountOf, formatAmount, NOTHING, renderManifest, Templates, wellKnown } from "~/ledger/index"
import { TreasuryShort } from "./errors"
import { haltedWords, withdrawnText } from "./escrowWords"
import { Settler } from "./Settler.server"

const XRD = wellKnown("xrd", NETWORK_ID)
/** What the engine says where locked fees do not pay for a transaction, or cannot be locked. */
const LACKS_FEES = /FeeReserveError|LockFeeInsufficientBalance|fee was not locked/

export interface ParkedAccount {
  readonly parked: AccountAddress
  readonly treasury: AccountAddress
  readonly resource: ResourceAddress
  /** The local id of the key's badge that its owner rule names. */
  readonly settler: string
}

/** What is to be parked from a treasury. */
interface Wanted {
  /** Of the token, for people. */
  readonly symbol: string
  readonly treasury: AccountAddress
  readonly resource: ResourceAddress
  readonly total: Amount
  /** XRD. */
  readonly fees: Amount
}

type Amounts = ReadonlyArray<readonly [ResourceAddress, Amount]>

export class ParkedAccounts extends Effect.Service<ParkedAccounts>()("effects/ParkedAccounts", {
  dependencies: [EscrowMovements.Default, FollowedAddresses.Default, Settler.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const settler = yield* Settler
    const escrows = yield* EscrowMovements
    const addresses = yield* FollowedAddresses

    /**
     * Why nothing more is paid from it: something left it by a transaction that this site did not make, and nobody who
     * opens the treasury has looked at it yet. Null where nothing did.
     */
    const halted = Effect.fn("ParkedAccounts.halted")(function* ({ parked }: Pick<ParkedAccount, "parked">) {
      const escrow = Option.getOrUndefined(yield* escrows.find(parked))
      const newest = escrow?.unknown.find(({ txId }) => txId === escrow.haltedTx)
      if (escrow === undefined || escrow.haltedTx === null) return null
      return haltedWords(newest === undefined ? "Something" : withdrawnText(escrow, newest))
    })

    /** `seen`: the transaction that the page named; a later one still halts it. */
    const looked = (parked: AccountAddress | null, seen: string) =>
      parked === null || seen === "" ? Effect.void : escrows.looked(parked, seen)

    /** Whether this site's key still opens it. */
    const isOwnKey = (account: ParkedAccount) =>
      Effect.map(Effect.option(settler.badge), (found) => Option.exists(found, ({ id }) => id === account.settler))

    const heldBy = (account: AccountAddress) =>
      Effect.map(orGatewayDown(ledger.balances([account])), ({ byAccount }) => {
        const held = byAccount.get(account)
        return (token: string) => amountOf([...(held ?? [])].find(([each]) => each === token)?.[1] ?? NOTHING)
      })
    const heldIn = ({ parked }: Pick<ParkedAccount, "parked">) => heldBy(parked)

    const short = (missing: Amount, symbol: string) => new TreasuryShort({ missing: formatAmount(missing), symbol })

    /** A treasury must have all of what is to be parked. */
    const mustCover = Effect.fn("ParkedAccounts.mustCover")(function* (wanted: Wanted) {
      const { fees, resource, symbol, total, treasury } = wanted
      const held = yield* heldBy(treasury)
      const isXrd = resource === XRD
      const whole = isXrd ? total + fees : total
      if (held(resource) < whole) return yield* short(whole - held(resource), symbol)
      if (!isXrd && held(XRD) < fees) return yield* short(fees - held(XRD), "XRD for the fees")
    })

    /** Of the plan's token and of XRD what is there. */
    const amountsIn = (account: ParkedAccount) =>
      Effect.map(
        heldIn(account),
        (held): Amounts =>
          [...new Set([account.resource, XRD])].flatMap((token) => (held(token) > 0n ? [[token, held(token)]] : []))
      )

    /** Tried without a signature, and on credit: what bringing it back will cost, with a tenth more; else why it would fail. */
    const returnFee = ({ parked, treasury }: ParkedAccount, lock: Amount, amounts: Amounts) =>
      Effect.map(
        orGatewayDown(
          ledger.previewManifest(renderManifest(Templates.returnParked({ parked, treasury, amounts, fee: lock })), [], {
            assumeAllSignatures: true
          })
        ),
        ({ error, fee, status }) => {
          if (status === "Succeeded") return (amountOf(fee) * 11n) / 10n
          const why = Option.getOrElse(error, () => "it gives no reason")
          return LACKS_FEES.test(why) ? ("short" as const) : { refused: why }
        }
      )

    /**
     * The transaction that brings back what is left, but for its own fee. Null where nothing is left that is worth one;
     * the XRD that are there where they do not pay for bringing back the token; the ledger's words where it refuses it for
     * anything else than fees, so that nothing is given up for that. Fails where the ledger does not answer.
     */
    const returning = Effect.fn("ParkedAccounts.returning")(function* (account: ParkedAccount) {
      const { parked, resource, treasury } = account
      const held = yield* heldIn(account)
      const token = resource === XRD ? 0n : held(resource)
      const xrd = held(XRD)
      if (token === 0n && xrd === 0n) return null
      if (xrd === 0n) return { short: xrd }
      const ofToken = token > 0n ? [[resource, token] as const] : []
      // Half locked and a quarter moved: the trial only says what it costs.
      const fee = yield* returnFee(account, xrd / 2n, [...ofToken, [XRD, xrd / 4n + 1n] as const])
      if (typeof fee === "object") return fee
      if (fee === "short" || xrd <= fee) return token === 0n ? null : { short: xrd }
      const amounts: Amounts = [...ofToken, [XRD, xrd - fee] as const]
      return { amounts, manifest: Templates.returnParked({ parked, treasury, amounts, fee }) }
    })

    /**
     * Nothing that belongs to the plan is left. Where the ledger agrees with `left`, what should be there by our records,
     * the account is not followed any more; else the indexer has still to find what happened.
     */
    const close = Effect.fn("ParkedAccounts.close")(function* (
      account: ParkedAccount & { readonly communityId: string },
      left: { readonly token: Amount; readonly xrd: Amount }
    ) {
      const held = yield* heldIn(account)
      const isAsWritten =
        account.resource === XRD
          ? held(XRD) === left.token + left.xrd
          : held(account.resource) === left.token && held(XRD) === left.xrd
      if (isAsWritten) yield* addresses.unfollow(account.communityId, account.parked)
    })

    return { isOwnKey, heldIn, mustCover, amountsIn, returning, halted, looked, close }
  })
}) {}
