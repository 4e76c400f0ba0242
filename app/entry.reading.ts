/** The script of a page that is only read. The build makes it one file of its own (vite.config.ts). */
import { startReading } from "~/components/shell/reading"
import type { ReadingSettings } from "~/components/shell/reading-settings"

const script = document.querySelector<HTMLElement>("script[data-reading]")
if (script !== null) {
  const settings = JSON.parse(script.dataset.reading ?? "{}") as ReadingSettings // written by page-scripts.tsx
  /** A build for a real network contains neither this code nor its chunk. */
  const prepare = async () => {
    if (!__LOCAL__ || !settings.practiceWallet) return
    const practice = await import("~/practice/main")
    practice.startPracticeWallet(settings)
  }
  startReading(settings, prepare)
}
