/**
 * What live pages hear (docs/product/notifications.md, 3.8.5). Isomorphic; the browser reads it with `readLiveEvent`,
 * without Effect.
 */
import { isRecord } from "~/effects/base/text/unknown"

export const liveKinds = ["activity", "ballot", "thread", "chunk", "order", "step", "notification"] as const
export type LiveKind = (typeof liveKinds)[number]

/** What moves too often for the log, and what one person is told: pulses, which have no number. */
export type PulseKind = Extract<LiveKind, "ballot" | "chunk" | "order" | "step" | "notification">
/** The `seq` of a pulse. */
export const NO_SEQ = 0

/** What a pulse of each kind says it is about, in `data`. */
const thingNames: Readonly<Record<PulseKind, string>> = {
  ballot: "proposal",
  chunk: "distribution",
  order: "series",
  step: "step",
  notification: "inbox"
}

const isPulseKind = (kind: string): kind is PulseKind => Object.hasOwn(thingNames, kind)

export const pulseEvent = (kind: PulseKind, thing: string, far: string, at: number): LiveEvent => ({
  seq: NO_SEQ,
  at,
  kind,
  type: kind,
  actor: null,
  target: "",
  data: { [thingNames[kind]]: thing, far }
})

/** What moved between two answers of `LivePage.far`. */
export const pulsesBetween = (before: LivePage["far"], after: LivePage["far"], at: number): ReadonlyArray<LiveEvent> =>
  Object.keys(after)
    .filter((name) => after[name] !== before[name])
    .flatMap((name) => {
      const [kind = "", thing = ""] = name.split(" ")
      return isPulseKind(kind) ? [pulseEvent(kind, thing, after[name] ?? "", at)] : []
    })

/** An event of a community as it travels: small, and nothing in it that its hearer may not read on a page. */
export interface LiveEvent {
  readonly seq: number
  readonly at: number
  readonly kind: LiveKind
  /** A type of activity/catalogue.ts. */
  readonly type: string
  readonly actor: string | null
  readonly target: string
  readonly data: Readonly<Record<string, string | number>>
}

/** How far a page may fall behind; what is older needs a reload, and `isCut` says so. */
export const MAX_BACKLOG = 200
export interface LivePage {
  readonly events: ReadonlyArray<LiveEvent>
  /** To ask after next time. */
  readonly last: number
  readonly isCut: boolean
  /** How far what moves without events is, by kind and thing: another text than before means that it moved. */
  readonly far: Readonly<Record<string, string>>
}

const isLiveEvent = (value: unknown): value is LiveEvent =>
  isRecord(value) &&
  typeof value.seq === "number" &&
  typeof value.type === "string" &&
  typeof value.target === "string" &&
  isRecord(value.data)

/** One message of the stream; undefined for what this page is too old to understand. */
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
