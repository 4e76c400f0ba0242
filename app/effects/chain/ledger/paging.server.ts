/** Reads many pages or addresses at one state version, so that sums were true at one moment. */
import { Array as Arr, Effect } from "effect"
import type { LedgerState } from "~/connector/index"
import { atVersion, timeOf } from "./asking.server"
import type { AtVersion, Timed } from "./facts"
import type { LedgerTime } from "./LedgerTime"

/** Most addresses in one call (docs/connector.md). */
export const MAX_ADDRESSES = 20

interface Page {
  readonly ledger_state: LedgerState
  readonly next_cursor?: string | null | undefined
}

/** `ask` gets the fields to add to its request. */
export const allPages = <P extends Page, E>(
  at: AtVersion,
  ask: (more: object) => Effect.Effect<P, E>
): Effect.Effect<{ readonly time: LedgerTime; readonly pages: ReadonlyArray<P> }, E> =>
  Effect.gen(function* () {
    const first = yield* ask(atVersion(at))
    const same = atVersion(first.ledger_state.state_version)
    const pages = [first]
    let cursor = first.next_cursor
    while (cursor != null) {
      const page: P = yield* ask({ ...same, cursor })
      pages.push(page)
      cursor = page.next_cursor
    }
    return { time: timeOf(first), pages }
  })

/** One response per batch of addresses; the first fixes the version of the others. */
export const inBatches = <A extends Timed, E>(
  addresses: ReadonlyArray<string>,
  at: AtVersion,
  ask: (batch: ReadonlyArray<string>, at: AtVersion) => Effect.Effect<A, E>
): Effect.Effect<ReadonlyArray<A>, E> =>
  Effect.gen(function* () {
    const [first, ...others] = Arr.chunksOf(Arr.dedupe(addresses), MAX_ADDRESSES)
    if (first === undefined) return []
    const response = yield* ask(first, at)
    const rest = yield* Effect.forEach(others, (batch) => ask(batch, response.time.stateVersion), { concurrency: 4 })
    return [response, ...rest]
  })
