/** What a form says about its draft, and which of two kept drafts counts (D-09). Pure, no imports. */

/** A draft as it was kept, on the device or on the server. */
export interface KeptDraft {
  readonly data: Readonly<Record<string, unknown>>
  /** The server's version it is, or goes on from; null where the server never had one. */
  readonly version: number | null
  /** Unix milliseconds, by the clock of the device or server that kept it. */
  readonly savedAt: number
}

export type ServerDraftStatus =
  | { readonly state: "unchanged" }
  | { readonly state: "saving" }
  | { readonly state: "saved"; readonly at: number }
  | { readonly state: "failed"; readonly reason: string; readonly onDevice: boolean }

/** The sentence goes on, or ends with a stop of its own. */
const withoutStop = (words: string): string => words.trim().replace(/[.…]+$/, "")

/** D-09's words. Where even this device keeps nothing, saying that it does would be untrue. */
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
 * Which draft to go on with. What this device kept and never brought to the server goes first while the server has
 * nothing newer than what it began from; otherwise another device was here since, and its draft counts.
 */
export const newerDraft = (device: KeptDraft | null, server: KeptDraft | null): "device" | "server" | null => {
  if (device === null) return server === null ? null : "server"
  if (server === null) return "device"
  return device.version === server.version ? "device" : "server"
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What the device's storage holds, if it is a draft at all. */
export const decodeKept = (text: string | null): KeptDraft | null => {
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (!isObject(kept) || !isObject(kept.data) || typeof kept.savedAt !== "number") return null
    const { data, savedAt, version } = kept
    return version === null || Number.isInteger(version)
      ? { data, savedAt, version: typeof version === "number" ? version : null }
      : null
  } catch {
    return null
  }
}

/** The server's words for what it refused, as the end of "Not saved: …". */
export const reasonOf = (status: number, message: string | undefined): string => {
  if (status === 0) return "the server could not be reached"
  if (status === 401) return "you are signed out"
  if (status === 409) return "another device has changed it since"
  return message === undefined ? "the server had trouble" : withoutStop(message).replace(/^./, (c) => c.toLowerCase())
}
