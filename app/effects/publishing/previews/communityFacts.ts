/** Facts of a community for its preview picture. Pure. */
import type { Community } from "~/effects/access/Community"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import type { Facts } from "./Facts"

const counted = (n: number, one: string, many: string): string => `${grouped(n)} ${n === 1 ? one : many}`

type Shown = Pick<
  Community,
  "createdAt" | "memberCount" | "name" | "openProposals" | "slug" | "stage" | "tagline" | "tags" | "verifiedAt"
>

export const communityFacts = (community: Shown): Facts => {
  const { createdAt, memberCount, name, openProposals, slug, stage, tagline, tags, verifiedAt } = community
  const isOver = stage === "archived"
  return {
    eyebrow: tags.length === 0 ? "Community" : `Community · ${tags.slice(0, 3).join(", ")}`,
    title: name,
    otherTitle: slug,
    community: "",
    state: isOver
      ? { word: "Archived", tone: "warn" }
      : verifiedAt === null
        ? { word: "Open", tone: "open" }
        : { word: "Verified", tone: "ok" },
    time: `Since ${inUtc("wholeMonth", createdAt)}`,
    result: { kind: "words", words: tagline },
    note: [
      counted(memberCount, "member", "members"),
      ...(isOver ? [] : [counted(openProposals, "open vote", "open votes")])
    ].join(" · ")
  }
}
