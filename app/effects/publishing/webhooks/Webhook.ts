/** A webhook and its deliveries, as their owner sees them. Types and plain words: pages load this file. */
import type { HookEvent } from "./events"

/** Why it rests: its owner wanted that, nothing has arrived for a day, or the community has another owner since. */
export type PausedWhy = "owner" | "failing" | "newOwner"

export interface HookView {
  readonly id: string
  readonly url: string
  readonly events: ReadonlyArray<HookEvent>
  /** Unix milliseconds. */
  readonly pausedAt: number | null
  readonly pausedWhy: PausedWhy | null
  readonly failingSince: number | null
  /** Until when the secret before this one signs, too; null where there is none. */
  readonly formerUntil: number | null
  readonly createdAt: number
}

export type DeliveryState = "waiting" | "delivered" | "failed"
export type Problem = "private" | "port" | "name" | "connection" | "tls" | "timeout" | "redirect" | "status"

export interface DeliveryView {
  readonly id: string
  /** One of events.ts, or `test`. */
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
  /** The first bytes of the answer. */
  readonly answer: string | null
  readonly createdAt: number
}

export interface WebhooksView {
  readonly hooks: ReadonlyArray<HookView>
  /** The one whose log is shown; null where there is none. */
  readonly shown: string | null
  readonly log: ReadonlyArray<DeliveryView>
  /** Of the log's next page. */
  readonly next: string | null
  /** In local mode programs on this machine can be told. */
  readonly allowsPractice: boolean
  /** The reason why nothing is sent at this moment; null while it is. */
  readonly switchedOff: string | null
}

export const MOST_HOOKS = 5

const PROBLEMS: Readonly<Record<Problem, string>> = {
  private: "The name leads to an address that is not on the public internet; nothing was sent.",
  port: "Webhooks go to port 443 or 8443; nothing was sent.",
  name: "The name of the address is not known.",
  connection: "No connection, or it was cut.",
  tls: "The address has no valid certificate.",
  timeout: "No answer within 10 seconds.",
  redirect: "The address leads elsewhere; redirects are not followed.",
  status: "The answer was not a success."
}
export const problemWords = (problem: Problem): string => PROBLEMS[problem]
