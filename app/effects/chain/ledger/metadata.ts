/** Reads metadata values. Pure. */
import type { Metadata } from "./facts"

/** A text, an address or a URL; null if missing. */
export const textIn = (metadata: Metadata, key: string): string | null => {
  const value = metadata.get(key)?.value
  return typeof value === "string" ? value : null
}

/** A list of them; empty if missing. */
export const textsIn = (metadata: Metadata, key: string): ReadonlyArray<string> =>
  (metadata.get(key)?.values ?? []).filter((value) => typeof value === "string")
