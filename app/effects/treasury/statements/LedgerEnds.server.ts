/** Balances of a treasury at both ends of a period, read from the ledger. */
import { Cache, Clock, Duration, Effect, Exit } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import type { AtVersion } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import { amountOf, isNonFungible } from "~/ledger/index"
import type { Period } from "./period"
import type { Held } from "./sums"

/** The longest that a page waits. */
const TIMEOUT = Duration.seconds(3)
const REMEMBERED = 200
/** Once a moment is this old, even a lagging gateway has reached it; younger ones are cached for seconds only. */
const LAG_MS = Duration.toMillis("10 minutes")
/** Present balances are cached for this long, for pages with many readers. */
const NOW_LIFE = Duration.seconds(5)
const NO_LIFE = Duration.zero

export interface End {
  readonly held: Held
  /** Null before the treasury existed: the ledger was not read. */
  readonly time: LedgerTime | null
}
const NOTHING_YET: End = { held: new Map(), time: null }

/** Keys are texts, so that equal ones match. */
const keyOf = (account: AccountAddress, at: "now" | number) => `${account} ${at}`
const askedBy = (key: string): readonly [AccountAddress, AtVersion] => {
  const [account = "", at = ""] = key.split(" ")
  return [account as AccountAddress, at === "now" ? undefined : { before: Number(at) }] // as keyOf wrote it
}

export const makeLedgerEnds = Effect.gen(function* () {
  const ledger = yield* Ledger

  const read = (key: string) =>
    Effect.gen(function* () {
      const [account, at] = askedBy(key)
      const { byAccount, time } = yield* ledger.balances([account], at)
      const held = [...(byAccount.get(account) ?? [])].map(([resource, text]) => [resource, amountOf(text)] as const)
      return {
        held: new Map(held.filter(([resource, amount]) => amount > 0n && !isNonFungible(resource, NETWORK_ID))),
        time
      } satisfies End
      // An account that the ledger did not know then held nothing.
    }).pipe(Effect.catchTag("UnknownOnLedger", () => Effect.succeed(NOTHING_YET)))

  /** Past balances never change; present ones are read again. */
  const ends = yield* Cache.makeWith({
    capacity: REMEMBERED,
    lookup: (key: string) =>
      Effect.gen(function* () {
        const [, at] = askedBy(key)
        const asked = yield* Clock.currentTimeMillis
        return { end: yield* read(key), isPast: typeof at === "object" && at.before + LAG_MS <= asked }
      }),
    timeToLive: (exit) => (!Exit.isSuccess(exit) ? NO_LIFE : exit.value.isPast ? Duration.infinity : NOW_LIFE)
  })

  /** Null if the ledger does not answer in time. */
  const at = (account: AccountAddress, moment: "now" | number) =>
    ends.get(keyOf(account, moment)).pipe(
      Effect.map(({ end }): End | null => end),
      Effect.timeoutTo({ duration: TIMEOUT, onTimeout: () => null, onSuccess: (end) => end }),
      Effect.catchAll(() => Effect.succeed(null))
    )

  /** `began`: when the treasury was created. A running period ends now. */
  const of = Effect.fn("LedgerEnds.of")(function* (account: AccountAddress, { from, to }: Period, began: number) {
    const now = yield* Clock.currentTimeMillis
    const [opening, closing] = yield* Effect.all(
      [from <= began ? Effect.succeed(NOTHING_YET) : at(account, from), at(account, to <= now ? to : "now")],
      { concurrency: 2 }
    )
    return { opening, closing }
  })

  return { of }
})
