/** One edit form: what is typed, what it began from, and what the server's answer does to both. Pure. */

import type { OwnProfile } from "~/effects/people/signup/Profile"
import type { EditReply } from "~/effects/publishing/dashboard/EditReply"

export interface EditState<Draft> {
  readonly draft: Draft
  /** What is stored, as far as this form knows. */
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
      // What the server sent back with a refusal is newer than anything the device kept.
      if (isChanged(state) || same(event.draft, state.base)) return state
      return { ...state, draft: event.draft, version: event.version, wasRestored: true }
    case "discard":
      return { ...state, draft: state.base, wasRestored: false }
    case "stored":
      return { draft: event.draft, base: event.draft, version: event.version, wasRestored: false }
    case "stale":
      // The person now sees both: what they save next is meant to replace what is stored.
      return { ...state, base: event.base, version: event.version }
  }
}

/** What a reply of the server means to a form of `Draft`s; undefined when nothing changes. */
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
