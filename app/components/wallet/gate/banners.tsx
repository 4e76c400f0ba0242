/**
 * Return and continue banners of the gate. Loaded only after a visitor was turned away, because most visits never need
 * this code or the list of pages.
 */
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
