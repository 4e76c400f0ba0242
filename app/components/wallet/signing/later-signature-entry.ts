import { later } from "~/components/base/site/later"

/** What is read first is awake first (docs/goals.md A2). */
export const LaterSignatureEntry = later(async () => (await import("./signature-entry")).SignatureEntry, "waits")
