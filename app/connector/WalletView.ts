/**
 * WalletView: an always current snapshot of the wallet to display.
 *
 * Subscribes to storage (including other tabs), transport and request items, and owns the timer that ends a result on
 * the button. Emits the first snapshot immediately, also for a visitor who was never connected.
 */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { ConnectorConfig } from "./ConnectorConfig"
import { RESULT_SHOWN, UNNAMED_DAPP } from "./Constants"
import { makeBell } from "./mailbox"
import { Page } from "./Page"
import { buttonStatus, resultOf, type ShownResult } from "./pure/buttonStatus"
import { toCard } from "./pure/cards"
import { RequestItems } from "./RequestItems"
import { SelectedAccountStore, StateStore, Storage } from "./Storage"
import { emptyState } from "./schema/emptyState"
import type { RequestItem } from "./schema/RequestItem"
import type { WalletState } from "./schema/WalletState"
import { Transport } from "./Transport"
import { WalletGateway } from "./WalletGateway"
import { loadingSnapshot, type SharedWalletData, type WalletSnapshot } from "./WalletHandle"

/** Snapshot for pages that do not use our components. */
export interface FullSnapshot extends WalletSnapshot {
  readonly walletData: SharedWalletData
  /** Oldest first. */
  readonly requestItems: ReadonlyArray<RequestItem>
}

export const loadingFullSnapshot: FullSnapshot = {
  ...loadingSnapshot,
  walletData: emptyState.walletData,
  requestItems: []
}

const RESULT_MS = Duration.toMillis(RESULT_SHOWN)

interface Known {
  readonly state: WalletState
  readonly items: ReadonlyArray<RequestItem>
  readonly selected: string | undefined
}

const make = Effect.gen(function* () {
  const config = yield* ConnectorConfig
  const gateway = yield* WalletGateway
  const items = yield* RequestItems
  const page = yield* Page
  const storage = yield* Storage
  const transport = yield* Transport
  const dirty = makeBell()
  const listeners = new Set<() => void>()
  /** The result shown on the button, and when it ends in Unix ms; known once it is shown. */
  let shown: { readonly result: ShownResult; readonly until: number | undefined } | undefined
  let dAppName = ""
  let current = loadingFullSnapshot

  const read: Effect.Effect<Known> = Effect.gen(function* () {
    const state = yield* storage.get(StateStore)
    const { address } = yield* storage.get(SelectedAccountStore)
    return { state, items: yield* items.list, selected: address }
  }).pipe(
    Effect.catchAll((error) =>
      Effect.as(Effect.logError("the wallet's data could not be read", error), {
        state: emptyState,
        items: [],
        selected: undefined
      })
    )
  )

  const refresh = Effect.map(read, (known) => {
    current = toSnapshot(known)
    for (const listener of [...listeners]) listener()
  })

  const toSnapshot = ({ items, selected, state: { loggedInTimestamp, walletData } }: Known): FullSnapshot => ({
    isLoading: false,
    isInitialized: true,
    accounts: walletData.accounts,
    selectedAccount:
      walletData.accounts.find((account) => account.address === selected) ?? walletData.accounts[0] ?? null,
    persona: walletData.persona ?? null,
    personaData: walletData.personaData,
    proofs: walletData.proofs,
    loggedInTimestamp,
    status: buttonStatus(shown?.result, items),
    requests: items.map((item) => toCard(item, transport.walletLink(item.interactionId))).reverse(),
    ...transport.status(),
    isMobile: page.isMobile,
    dAppName,
    walletData,
    requestItems: items
  })

  yield* Effect.acquireRelease(
    Effect.sync(() => [
      storage.subscribe(dirty.ring),
      transport.onStatus(dirty.ring),
      items.onMove((before, after) => {
        const result = before === undefined ? undefined : resultOf(before, after)
        // A new request shows pending immediately; a result restarts its timer.
        if (before === undefined) shown = undefined
        else if (result !== undefined) shown = { result, until: undefined }
        dirty.ring()
      })
    ]),
    (leave) =>
      Effect.sync(() => {
        for (const off of leave) off()
      })
  )

  /** Waits for a change, or for the end of the shown result. */
  const follow = Effect.gen(function* () {
    if (shown === undefined) {
      yield* dirty.wait
    } else {
      const now = yield* Clock.currentTimeMillis
      const { result, until = now + RESULT_MS } = shown
      shown = { result, until }
      yield* Effect.timeoutOption(dirty.wait, Duration.millis(until - now))
      if (shown?.until !== undefined && shown.until <= (yield* Clock.currentTimeMillis)) shown = undefined
    }
    yield* refresh
  })

  const known = yield* read
  const { loggedInTimestamp } = known.state
  const since = (yield* Clock.currentTimeMillis) - Number(loggedInTimestamp)
  // A login may lead to another page, which shows its result for the rest of the time.
  if (loggedInTimestamp !== "" && since >= 0 && since < RESULT_MS) {
    shown = { result: "success", until: Number(loggedInTimestamp) + RESULT_MS }
  }
  current = toSnapshot(known)
  yield* Effect.forkScoped(Effect.forever(follow))
  yield* gateway.dAppName(config.dAppDefinitionAddress).pipe(
    Effect.catchAll((error) =>
      Effect.as(Effect.logDebug("the ledger did not return the name of this dApp", error), UNNAMED_DAPP)
    ),
    Effect.flatMap((name) =>
      Effect.sync(() => {
        dAppName = name
        dirty.ring()
      })
    ),
    Effect.forkScoped
  )

  return {
    snapshot: () => current,
    /** Called after every change. Returns an unsubscribe function. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Updates the snapshot now, for a caller that is about to read it. */
    refresh,
    /** Removes the result from the button. */
    clearResult: Effect.sync(() => {
      shown = undefined
    })
  }
})

export class WalletView extends Context.Tag("connector/WalletView")<WalletView, Effect.Effect.Success<typeof make>>() {
  static readonly layer = Layer.scoped(WalletView, make)
}
