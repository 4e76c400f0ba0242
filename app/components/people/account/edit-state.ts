/**
 * State of one edit form: the typed values, the stored values it began from, and what a reply of the server does to
 * both. Pure.
 */

import type { OwnProfile } from "~/effects/people/signup/Profile"
import type { EditReply } from "~/effects/publishing/dashboard/EditReply"

export interface EditState<Draft> {
  readonly draft: Draft
  /** The stored values, as far as this form knows. */
  readonly base: Draft
  readonly version: number
  readonly wasRestored: boolean
}

export type EditEvent<Draft> =
  | { readonly type: "edit"; readonly draft: Draft }
  | { readonly type: "restored"; readonly draft: Draft; readonly version: number }
  | { readonly type: "discard" }
  | { readonly type: "stored"; readonly draft: Draft; readonly version: number }
  | { readonly type: "stale"; readonly base: Draft; readonly version: number }

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const isChanged = <Draft>({ base, draft }: EditState<Draft>): boolean => !same(draft, base)

export const startEdit = <Draft>(base: Draft, version: number, sent: Draft | undefined): EditState<Draft> => ({
  draft: sent ?? base,
  base,
  version,
  wasRestored: false
})

export const editReducer = <Draft>(state: EditState<Draft>, event: EditEvent<Draft>): EditState<Draft> => {
  switch (event.type) {
    case "edit":
      return { ...state, draft: event.draft }
    case "restored":
      // What the server sent back with a refusal is newer than the draft on this device.
      if (isChanged(state) || same(event.draft, state.base)) return state
      return { ...state, draft: event.draft, version: event.version, wasRestored: true }
    case "discard":
      return { ...state, draft: state.base, wasRestored: false }
    case "stored":
      return { draft: event.draft, base: event.draft, version: event.version, wasRestored: false }
    case "stale":
      // The person now sees both versions, so the next save may replace the stored one.
      return { ...state, base: event.base, version: event.version }
  }
}

/** The event that a reply causes in a form of `Draft`s; undefined if nothing changes. */
export const eventOf = <Draft>(
  reply: EditReply,
  draftOf: (profile: OwnProfile) => Draft
): EditEvent<Draft> | undefined => {
  if (reply.stored === null) return undefined
  const { version } = reply.stored
  const stored = draftOf(reply.stored)
  return reply.outcome === "stale"
    ? { type: "stale", base: stored, version }
    : { type: "stored", draft: stored, version }
}
