import { later } from "~/components/base/site/later"

/** Loaded on demand, since most visitors only read the rules. */
export const LaterNewBudget = later(async () => (await import("./new-budget")).NewBudget, "waits")
export const LaterOneBudget = later(async () => (await import("./one-budget")).OneBudget, "waits")
