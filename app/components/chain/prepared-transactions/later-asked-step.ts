import { later } from "~/components/base/site/later"

/** Loaded on demand, only for people who can sign. */
export const LaterAskedStep = later(async () => (await import("./asked-step")).AskedStep, "waits")
