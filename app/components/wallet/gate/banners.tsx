/** The banners of D-03. Most visits were never turned away, and load neither their code nor the list of our pages. */
import { later } from "~/components/base/site/later"
import { useHasNote } from "./return-store"

const LazyReturn = later(async () => (await import("./return-banner")).ReturnBanner)
const LazyContinue = later(async () => (await import("./return-banner")).ContinueBanner)

export function ReturnBanner() {
  return useHasNote() ? <LazyReturn /> : null
}

export function ContinueBanner() {
  return useHasNote() ? <LazyContinue /> : null
}
