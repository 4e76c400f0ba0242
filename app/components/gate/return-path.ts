/**
 * Where the person was going when the gate turned them away: kept for this tab only, and only ever a path of our own
 * router (D-03, quality B14). What an address bar or a link says about it is never read.
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

const MAX_NAME = 60 // product 3.3

export const useReturnCommunity = (): string =>
  useSyncExternalStore(
    subscribeToNote,
    () => readNote(communityKey)?.slice(0, MAX_NAME) ?? "",
    () => ""
  )
