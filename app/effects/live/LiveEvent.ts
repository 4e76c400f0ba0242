/** What live pages hear (product 3.8.5). Isomorphic; the browser reads it with `readLiveEvent`, without Effect. */

export const liveKinds = ["activity", "ballot", "thread", "chunk", "order"] as const
export type LiveKind = (typeof liveKinds)[number]

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
/** Seconds between two questions where no stream can be held. */
export const POLL_S = 30

export interface LivePage {
  readonly events: ReadonlyArray<LiveEvent>
  /** To ask after next time. */
  readonly last: number
  readonly isCut: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

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
    ? { events: value.events.filter(isLiveEvent), last: value.last, isCut: value.isCut === true }
    : undefined
