/** Facts for a link's preview picture: words and shares that are public. Pure. */
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
