/** Lists of votes on public pages, hydrated after the rest of the page because they are read first (docs/goals.md). */
import { later } from "~/components/base/site/later"

export const PublicVotes = later(async () => (await import("./public-votes")).PublicVotes, "waits")
export const CommunityVotes = later(async () => (await import("./public-votes")).CommunityVotes, "waits")
