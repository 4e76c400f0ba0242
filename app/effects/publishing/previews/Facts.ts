/** Facts for a link's preview picture, of a community or a bond series: words and shares that are public. Pure. */
import type { Community } from "~/effects/access/Community"
import { partText, readable } from "~/effects/base/amounts/readable"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import type { SeriesState } from "~/effects/treasury/bonds/Series"
import type { SeriesRow } from "~/effects/treasury/bonds/views"
import { STATES } from "~/effects/treasury/bonds/words"

export type Tone = "open" | "ok" | "warn" | "bad" | "needs" | "plain"

export interface Share {
  readonly label: string
  /** Thousandths of the whole, 0 to 1,000. */
  readonly share: number
  /** "69.2%" */
  readonly words: string
  readonly style: "for" | "against" | "soft"
}

export type ShownResult =
  /** One bar in two parts. */
  | {
      readonly kind: "split"
      readonly parts: ReadonlyArray<Share>
      /** The required share: its position on the bar in thousandths, and its words. */
      readonly needed: { readonly at: number; readonly words: string } | null
    }
  /** One bar per choice. `more` says how many further choices there are; empty for none. */
  | { readonly kind: "bars"; readonly bars: ReadonlyArray<Share>; readonly more: string }
  | { readonly kind: "words"; readonly words: string }

export interface Facts {
  /** "Proposal 12 · Spending" */
  readonly eyebrow: string
  readonly title: string
  /** Shown instead of a title that the fonts cannot render. */
  readonly otherTitle: string
  readonly community: string
  readonly state: { readonly word: string; readonly tone: Tone }
  /** An absolute time, because a picture cannot count down. Empty for none. */
  readonly time: string
  readonly result: ShownResult
  readonly note: string
}

const tones: Readonly<Partial<Record<SeriesState, Tone>>> = {
  scheduled: "needs",
  open: "open",
  settling: "open",
  active: "ok",
  maturing: "needs",
  overdue: "bad",
  redeemed: "ok",
  cancelled: "warn"
}

const moment = (at: number): string => `${inUtc("moment", at)} UTC`

const timeOf = ({ maturesAt, saleClosesAt, saleOpensAt, state }: SeriesRow): string => {
  switch (state) {
    case "scheduled":
      return `Sale opens ${moment(saleOpensAt)}`
    case "open":
      return `Sale closes ${moment(saleClosesAt)}`
    case "cancelled":
      return ""
    default:
      return `Matures ${inUtc("day", maturesAt)}`
  }
}

const resultOf = ({ sold, units }: SeriesRow): ShownResult => ({
  kind: "bars",
  bars: [
    {
      label: `${grouped(sold)} of ${grouped(units)} units sold`,
      share: units === 0 ? 0 : Math.floor((sold * 1000) / units),
      words: `${partText(BigInt(sold), BigInt(units))}%`,
      style: "for"
    }
  ],
  more: ""
})

export const bondFacts = (series: SeriesRow, community: string): Facts => ({
  eyebrow: `Bond ${series.code}`,
  title: series.name,
  otherTitle: `Bond ${series.code}`,
  community,
  state: { word: STATES[series.state], tone: tones[series.state] ?? "plain" },
  time: timeOf(series),
  result: resultOf(series),
  note: `A unit costs ${readable(series.issuePrice)} ${series.symbol} and pays ${series.perYear} a year. Tokens here have no value.`
})

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
