/** Lists of votes on public pages: to be read at once, awake a moment after the page (docs/goals.md A1). */
import { later } from "~/components/base/site/later"

export const PublicVotes = later(async () => (await import("./public-votes")).PublicVotes, "waits")
export const CommunityVotes = later(async () => (await import("./public-votes")).CommunityVotes, "waits")
