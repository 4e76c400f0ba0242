import { later } from "../later"

/** Most people who look at a page are members already, and need none of it. */
export const LaterJoinBox = later(async () => (await import("./join-box")).JoinBox, "waits")
