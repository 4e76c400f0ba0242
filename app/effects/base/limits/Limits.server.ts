/**
 * Rate limits by network for requests that cost the server work (docs/product/safety.md).
 *
 * Each limit is a leaky bucket in this process' memory: it allows a burst, then one request per interval. A refused
 * request changes nothing, so hammering neither refills a bucket nor prolongs the wait. Limits that protect accounts
 * must survive a restart and be shared by several servers; they are counted in the database (CountedLimits, or the
 * feature itself).
 */
import { Clock, Effect } from "effect"
import { TooMany } from "~/effects/base/failures/failures"

export interface Limit {
  /** Size of the burst. */
  readonly burst: number
  /** Milliseconds in which a whole burst becomes free again. */
  readonly per: number
}

const MINUTE = 60_000

/** All limits of this kind. */
export const LIMITS = {
  "csp-report.address": { burst: 60, per: 10 * MINUTE },
  "metrics.address": { burst: 30, per: 10 * MINUTE },
  "verify.address": { burst: 20, per: 10 * MINUTE },
  "webhooks.community": { burst: 20, per: 10 * MINUTE },
  // Milliseconds of processor time (costs.ts). The read API allows 60 requests a minute and address
  // (docs/product/publishing.md).
  "cost.address": { burst: 1_200, per: MINUTE },
  "cost.network": { burst: 12_000, per: MINUTE },
  "cost.wide": { burst: 24_000, per: MINUTE },
  "cost.account": { burst: 3_000, per: MINUTE },
  "cost.wideAccounts": { burst: 24_000, per: MINUTE },
  "preview.address": { burst: 120, per: MINUTE } // docs/product/publishing.md
} satisfies Readonly<Record<string, Limit>>
export type LimitName = keyof typeof LIMITS

/** Above this number of buckets, full ones are discarded, then the oldest. */
const MAX_BUCKETS = 50_000

/**
 * Takes one request's units from a bucket: returns the time at which it is full again, or the milliseconds to wait.
 * `fullAt` is undefined for an unused bucket.
 */
export const pour = (
  { burst, per }: Limit,
  fullAt: number | undefined,
  now: number,
  drops = 1
): { readonly fullAt: number } | { readonly wait: number } => {
  const next = Math.max(fullAt ?? now, now) + (drops * per) / burst
  return next - now > per ? { wait: next - now - per } : { fullAt: next }
}

const words = (seconds: number) =>
  seconds < 90 ? `${seconds} ${seconds === 1 ? "second" : "seconds"}` : `${Math.ceil(seconds / 60)} minutes`

/** Refused for this many milliseconds. */
export const tooMany = (waitMs: number): TooMany => {
  const wait = Math.ceil(waitMs / 1000)
  return new TooMany({ message: `Too many requests. Try again in ${words(wait)}.`, retryAfter: wait })
}

export class Limits extends Effect.Service<Limits>()("base/limits/Limits", {
  sync: () => {
    const buckets = new Map<string, number>()

    const makeRoom = (now: number) => {
      for (const [key, fullAt] of buckets) if (fullAt <= now) buckets.delete(key)
      for (const key of buckets.keys()) {
        if (buckets.size < MAX_BUCKETS) return
        buckets.delete(key)
      }
    }

    /** Counts one request against all of these limits, or against none if one of them is exhausted. */
    const take = Effect.fn("Limits.take")(function* (keys: Partial<Readonly<Record<LimitName, string>>>, drops = 1) {
      const now = yield* Clock.currentTimeMillis
      const poured = Object.entries(LIMITS)
        .filter(([name]) => Object.hasOwn(keys, name))
        .map(([name, limit]) => {
          const key = `${name} ${keys[name as LimitName]}` // the keys are those of LIMITS
          return { key, result: pour(limit, buckets.get(key), now, drops) }
        })
      const waits = poured.map(({ result }) => ("wait" in result ? result.wait : 0))
      const wait = Math.max(0, ...waits)
      if (wait > 0) return yield* tooMany(wait)
      if (buckets.size >= MAX_BUCKETS) makeRoom(now)
      for (const { key, result } of poured) if ("fullAt" in result) buckets.set(key, result.fullAt)
    })

    return { take }
  }
}) {}
