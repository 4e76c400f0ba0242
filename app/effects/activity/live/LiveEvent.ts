/**
 * The messages that live pages receive (docs/product/notifications.md). Isomorphic; the browser reads them with
 * `readLiveEvent`, without Effect.
 */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { isRecord } from "~/effects/base/text/unknown"

export const liveKinds = ["activity", "ballot", "thread", "chunk", "order", "step", "notification"] as const
export type LiveKind = (typeof liveKinds)[number]

/**
 * Live events that are not persisted, because they are too frequent or concern one person. They have no sequence
 * number.
 */
export type LiveEventKind = Extract<LiveKind, "ballot" | "chunk" | "order" | "step" | "notification">
/** The `seq` of a live event that is not persisted. */
export const NO_SEQ = 0

/** The name in `data` of what such a live event is about, by kind. */
const thingNames: Readonly<Record<LiveEventKind, string>> = {
  ballot: "proposal",
  chunk: "distribution",
  order: "series",
  step: "step",
  notification: "inbox"
}

const isLiveEventKind = (kind: string): kind is LiveEventKind => Object.hasOwn(thingNames, kind)

export const liveEventOf = (kind: LiveEventKind, thing: string, far: string, at: number): LiveEvent => ({
  seq: NO_SEQ,
  at,
  kind,
  type: kind,
  actor: null,
  target: "",
  data: { [thingNames[kind]]: thing, far }
})

/** What changed between two responses of `LivePage.far`. */
export const liveEventsBetween = (
  before: LivePage["far"],
  after: LivePage["far"],
  at: number
): ReadonlyArray<LiveEvent> =>
  Object.keys(after)
    .filter((name) => after[name] !== before[name])
    .flatMap((name) => {
      const [kind = "", thing = ""] = name.split(" ")
      return isLiveEventKind(kind) ? [liveEventOf(kind, thing, after[name] ?? "", at)] : []
    })

/** A community's event as it is sent: small, and without anything that its receiver may not read on a page. */
export interface LiveEvent {
  readonly seq: number
  readonly at: number
  readonly kind: LiveKind
  /** A type of activity/catalogue.ts. */
  readonly type: string
  readonly actor: AccountAddress | null
  readonly target: string
  readonly data: Readonly<Record<string, string | number>>
}

/** How many events a page may be behind; beyond that it must reload, and `isCut` is true. */
export const MAX_BACKLOG = 200
export interface LivePage {
  readonly events: ReadonlyArray<LiveEvent>
  /** The number to ask after next time. */
  readonly last: number
  readonly isCut: boolean
  /**
   * Progress of things without persisted events, by kind and thing; a text that differs from the last one means that
   * the thing changed.
   */
  readonly far: Readonly<Record<string, string>>
}

const isLiveEvent = (value: unknown): value is LiveEvent =>
  isRecord(value) &&
  typeof value.seq === "number" &&
  typeof value.type === "string" &&
  typeof value.target === "string" &&
  isRecord(value.data)

/** Parses one message of the stream; undefined for kinds that this page is too old to know. */
export const readLiveEvent = (text: string): LiveEvent | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isLiveEvent(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const readLivePage = (value: unknown): LivePage | undefined =>
  isRecord(value) && typeof value.last === "number" && Array.isArray(value.events)
    ? {
        events: value.events.filter(isLiveEvent),
        last: value.last,
        isCut: value.isCut === true,
        far: isRecord(value.far) ? Object.fromEntries(Object.entries(value.far).map(([k, v]) => [k, String(v)])) : {}
      }
    : undefined
