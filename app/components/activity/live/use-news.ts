/** Counts what happened since the page was made, and asks for it when the reader wants to see it. */
import { useRevalidator } from "@remix-run/react"
import { useState } from "react"
import { useFrame } from "~/components/base/site/use-frame"
import { useWalletSteps } from "~/components/wallet/wallet/use-wallet"
import type { LiveEvent } from "~/effects/activity/live/LiveEvent"
import { useLive } from "./use-live"

export function useNews(counts: (event: LiveEvent) => boolean) {
  const { id, standing } = useFrame()
  const steps = useWalletSteps()
  const revalidator = useRevalidator()
  const [seen, setSeen] = useState<{ readonly made: number; readonly count: number }>({ made: standing.now, count: 0 })
  // What was made later than what we counted from shows it already.
  const count = seen.made === standing.now ? seen.count : 0

  const state = useLive({
    communityId: id,
    from: standing.now,
    onEvent: (event) => {
      if (event.actor !== null && event.actor === standing.account) return
      // One's own signed step ends by asking for the page again, with whatever others did meanwhile.
      if (steps.isUnderWay() || !counts(event)) return
      setSeen((before) =>
        before.made === standing.now ? { ...before, count: before.count + 1 } : { made: standing.now, count: 1 }
      )
    },
    onCut: () => revalidator.revalidate()
  })
  return { state, count, show: () => revalidator.revalidate() }
}
