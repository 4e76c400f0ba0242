/**
 * The messages about a form's draft, and the choice between the draft on this device and the one on the server. Pure,
 * no imports.
 */

/** A draft as it was saved, on the device or on the server. */
export interface StoredDraft {
  readonly data: Readonly<Record<string, unknown>>
  /** The server's version that this draft is, or is based on; null if the server never had one. */
  readonly version: number | null
  /** Unix milliseconds on the clock of the device or server that saved it. */
  readonly savedAt: number
}

export type ServerDraftStatus =
  | { readonly state: "unchanged" }
  | { readonly state: "saving" }
  | { readonly state: "saved"; readonly at: number }
  | { readonly state: "failed"; readonly reason: string; readonly onDevice: boolean }

/** Removes the final stop, because the sentence continues. */
const withoutStop = (words: string): string => words.trim().replace(/[.…]+$/, "")

/** If this device cannot save anything either, the message must not claim that it did. */
export const serverDraftText = (status: ServerDraftStatus, clock: (at: number) => string): string => {
  switch (status.state) {
    case "unchanged":
      return ""
    case "saving":
      return "Saving…"
    case "saved":
      return `Saved ${clock(status.at)}`
    case "failed":
      return `Not saved: ${withoutStop(status.reason)}. ${
        status.onDevice ? "Your text is kept on this device." : "Keep this page open until you have sent it."
      }`
  }
}

/**
 * The draft to continue with. A draft of this device that never reached the server comes first, unless the server has a
 * newer one than it was based on; then another device has been used since, and its draft counts.
 */
export const newerDraft = (device: StoredDraft | null, server: StoredDraft | null): "device" | "server" | null => {
  if (device === null) return server === null ? null : "server"
  if (server === null) return "device"
  return device.version === server.version ? "device" : "server"
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Parses the content of the device's storage as a draft. */
export const decodeStored = (text: string | null): StoredDraft | null => {
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (!isObject(stored) || !isObject(stored.data) || typeof stored.savedAt !== "number") return null
    const { data, savedAt, version } = stored
    return version === null || Number.isInteger(version)
      ? { data, savedAt, version: typeof version === "number" ? version : null }
      : null
  } catch {
    return null
  }
}

/** The server's reason, as the end of "Not saved: …". */
export const reasonOf = (status: number, message: string | undefined): string => {
  if (status === 0) return "the server could not be reached"
  if (status === 401) return "you are signed out"
  if (status === 409) return "another device has changed it since"
  return message === undefined ? "the server had trouble" : withoutStop(message).replace(/^./, (c) => c.toLowerCase())
}
