/** What a picture of a link shows: words and shares that anybody may know. Pure. */
export type Tone = "open" | "ok" | "warn" | "bad" | "needs" | "plain"

export interface Share {
  readonly label: string
  /** Thousandths of the whole, 0 to 1,000. */
  readonly share: number
  /** "69.2%" */
  readonly words: string
  readonly look: "for" | "against" | "soft"
}

export type Standing =
  /** One bar in two parts. */
  | {
      readonly kind: "split"
      readonly parts: ReadonlyArray<Share>
      /** What is needed: thousandths of the bar, with its words. */
      readonly needed: { readonly at: number; readonly words: string } | null
    }
  /** A bar each. `more`: how many others there are, in words; empty for none. */
  | { readonly kind: "bars"; readonly bars: ReadonlyArray<Share>; readonly more: string }
  | { readonly kind: "words"; readonly words: string }

export interface Facts {
  /** "Proposal 12 · Spending" */
  readonly eyebrow: string
  readonly title: string
  /** Stands in for a title whose letters the fonts lack. */
  readonly otherTitle: string
  readonly community: string
  readonly state: { readonly word: string; readonly tone: Tone }
  /** Absolute: a picture does not count down. Empty for none. */
  readonly time: string
  readonly standing: Standing
  readonly note: string
}
