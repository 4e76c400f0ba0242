import { later } from "~/components/base/site/later"

/** For those who are to sign. */
export const LaterAskedStep = later(async () => (await import("./asked-step")).AskedStep, "waits")
