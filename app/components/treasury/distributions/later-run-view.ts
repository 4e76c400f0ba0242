import { later } from "~/components/base/site/later"

/** A run under way or over: most who come to the page make a list or read the overview. */
export const LaterRunView = later(async () => (await import("./run-view")).RunView, "waits")
