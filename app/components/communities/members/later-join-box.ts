import { later } from "~/components/base/site/later"

/** Shown to others in place of a form that only members get. */
export const LaterJoinBox = later(async () => (await import("./join-box")).JoinBox, "waits")
