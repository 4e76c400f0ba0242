/**
 * Where the person was going when the gate turned them away: kept for this tab only, and only ever a path of our own
 * router (D-03; docs/product/safety.md, B14). What an address bar or a link says about it is never read.
 */
import { useSyncExternalStore } from "react"
import { safePath } from "~/effects/access/safePath"
import { changeNote, readNote, subscribeToNote } from "./return-store"

const communityKey = (key: string) => `${key}:community`

/** `community`: whose page it is, where a visitor may know it; shown as text and nothing else. */
export const rememberPath = (path: string, community = "") => {
  const own = safePath(path)
  if (own === undefined) return
  changeNote((storage, key) => {
    storage.setItem(communityKey(key), community)
    storage.setItem(key, own)
  })
}

const INSIDE = /^\/community\/detail\/([a-z2-7]{12})(?:[/?#]|$)/
const MAX_NAME = 60 // docs/product/communities.md, 3.3

/** Names whose page is remembered, where everybody may know it: the guarded page itself tells a visitor nothing. */
export const namePath = async (path: string) => {
  const id = INSIDE.exec(safePath(path) ?? "")?.[1]
  if (id === undefined) return
  const answer = await fetch(`/api/v1/communities?id=${id}`).then(
    (response) => (response.ok ? response.json() : null),
    () => null
  )
  const name: unknown = answer?.communities?.[0]?.name
  // The visitor may have gone elsewhere meanwhile.
  if (typeof name === "string" && readNote() === safePath(path)) rememberPath(path, name)
}

export const forgetPath = () =>
  changeNote((storage, key) => {
    storage.removeItem(key)
    storage.removeItem(communityKey(key))
  })

/** Checked again on the way out: whatever else writes to the tab's storage is not trusted. */
const remembered = (): string | undefined => {
  const path = readNote()
  return path === null ? undefined : safePath(path)
}

export const useReturnPath = (): string | undefined =>
  useSyncExternalStore(subscribeToNote, remembered, () => undefined)

export const useReturnCommunity = (): string =>
  useSyncExternalStore(
    subscribeToNote,
    () => readNote(communityKey)?.slice(0, MAX_NAME) ?? "",
    () => ""
  )
