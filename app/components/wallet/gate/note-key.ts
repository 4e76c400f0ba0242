/**
 * The page a person wanted when the gate turned them away, unparsed, in this tab's storage. Without React; the hooks
 * are in return-store.ts and return-path.ts.
 */
export const NOTE_KEY = "commonhold:return-path"

/** Key of the name of the community whose page it is. */
export const communityKey = (key: string) => `${key}:community`

/** Null without a note, or where storage is blocked. */
export const readNote = (keyOf = (key: string) => key): string | null => {
  try {
    return sessionStorage.getItem(keyOf(NOTE_KEY))
  } catch {
    return null
  }
}
