/** A webhook and its deliveries as their owner sees them, with texts for problems. Pages load this file. */
import type { HookEvent } from "./events"

/**
 * Why a hook is paused: by its owner, after a day without a successful delivery, or because the community has a new
 * owner.
 */
export type PausedWhy = "owner" | "failing" | "newOwner"

export interface HookView {
  readonly id: string
  readonly url: string
  readonly events: ReadonlyArray<HookEvent>
  /** Unix milliseconds. */
  readonly pausedAt: number | null
  readonly pausedWhy: PausedWhy | null
  readonly failingSince: number | null
  /** Until when the previous secret also signs; null if there is none. */
  readonly formerUntil: number | null
  readonly createdAt: number
}

export type DeliveryState = "waiting" | "delivered" | "failed"
export type Problem = "private" | "port" | "name" | "connection" | "tls" | "timeout" | "redirect" | "status"

export interface DeliveryView {
  readonly id: string
  /** An event of events.ts, or `test`. */
  readonly event: string
  readonly state: DeliveryState
  readonly tries: number
  /** Of the next try. */
  readonly nextAt: number
  /** Of the last try; null before the first. */
  readonly triedAt: number | null
  readonly tookMs: number | null
  readonly status: number | null
  readonly problem: Problem | null
  /** The first bytes of the response. */
  readonly answer: string | null
  readonly createdAt: number
}

export interface WebhooksView {
  readonly hooks: ReadonlyArray<HookView>
  /** The hook whose log is shown; null for none. */
  readonly shown: string | null
  readonly log: ReadonlyArray<DeliveryView>
  /** `after` of the log's next page. */
  readonly next: string | null
  /** In local mode, programs on this machine may be notified. */
  readonly allowsPractice: boolean
  /** Public reason why webhooks are turned off; null while they are on. */
  readonly switchedOff: string | null
}

export const MOST_HOOKS = 5

const PROBLEMS: Readonly<Record<Problem, string>> = {
  private: "The name resolves to an address that is not on the public internet; nothing was sent.",
  port: "Webhooks go to port 443 or 8443 only; nothing was sent.",
  name: "The host name could not be found.",
  connection: "The connection failed or was cut.",
  tls: "The address does not have a valid certificate.",
  timeout: "No response within 10 seconds.",
  redirect: "The address redirects; redirects are not followed.",
  status: "The response was not a success."
}
export const problemWords = (problem: Problem): string => PROBLEMS[problem]
