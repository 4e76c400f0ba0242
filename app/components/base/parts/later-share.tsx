import { later } from "~/components/base/site/later"

/** Loaded later: nobody shares a page in its first second. */
export const LaterShare = later(async () => (await import("./share-button")).ShareButton)
