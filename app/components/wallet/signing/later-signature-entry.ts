import { later } from "~/components/base/site/later"

/** Hydrated in reading order (docs/goals.md). */
export const LaterSignatureEntry = later(async () => (await import("./signature-entry")).SignatureEntry, "waits")
