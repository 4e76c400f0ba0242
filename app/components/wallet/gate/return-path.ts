/**
 * The page a person wanted when the gate turned them away: stored for this tab only, and always a path of our own
 * router (docs/product/safety.md). Never read from the address bar or a link.
 */
import { useSyncExternalStore } from "react"
import { safePath } from "~/effects/access/safePath"
import { communityKey, readNote } from "./note-key"
import { changeNote, subscribeToNote } from "./return-store"

/** `community`: name of the community whose page it is, if visitors may know it; used as text only. */
export const rememberPath = (path: string, community = "") => {
  const own = safePath(path)
  if (own === undefined) return
  changeNote((storage, key) => {
    storage.setItem(communityKey(key), community)
    storage.setItem(key, own)
  })
}

const INSIDE = /^\/community\/detail\/([a-z2-7]{12})(?:[/?#]|$)/
const MAX_NAME = 60 // docs/product/communities.md

/** Adds the community's name if it is public; the guarded page itself reveals nothing to a visitor. */
export const namePath = async (path: string) => {
  const id = INSIDE.exec(safePath(path) ?? "")?.[1]
  if (id === undefined) return
  const reply = await fetch(`/api/v1/communities?id=${id}`).then(
    (response) => (response.ok ? response.json() : null),
    () => null
  )
  const name: unknown = reply?.communities?.[0]?.name
  // The visitor may have gone elsewhere meanwhile.
  if (typeof name === "string" && readNote() === safePath(path)) rememberPath(path, name)
}

export const forgetPath = () =>
  changeNote((storage, key) => {
    storage.removeItem(key)
    storage.removeItem(communityKey(key))
  })

/** Validated again when read, because other code may have written to the tab's storage. */
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
