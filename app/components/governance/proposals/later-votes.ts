/** Lists of votes on public pages: to be read at once, awake a moment after the page (docs/goals.md A1). */
import { later } from "~/components/base/site/later"

export const PublicVotes = later(async () => (await import("./public-votes")).PublicVotes, "waits")
export const FaceVotes = later(async () => (await import("./public-votes")).FaceVotes, "waits")
