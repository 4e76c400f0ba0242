import { later } from "~/components/base/site/later"

/** Most who come to the page read the rules: the form and a single budget are loaded when they are wanted. */
export const LaterNewBudget = later(async () => (await import("./new-budget")).NewBudget, "waits")
export const LaterOneBudget = later(async () => (await import("./one-budget")).OneBudget, "waits")
