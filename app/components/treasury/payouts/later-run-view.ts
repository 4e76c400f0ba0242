import { later } from "~/components/base/site/later"

/** Loads the view of a running or finished payout on demand; most visitors write a list or read the overview. */
export const LaterRunView = later(async () => (await import("./run-view")).RunView, "waits")
