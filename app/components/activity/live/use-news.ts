/** Counts events since the page was made, and reloads the page's data when the reader asks for it. */

import { useRevalidator } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { hearAgain } from "~/components/activity/notifications/waiting-store"
import { useFrame } from "~/components/base/site/use-frame"
import { useWalletSteps } from "~/components/wallet/wallet/use-wallet"
import type { CommunityId } from "~/effects/access/Community"
import type { LiveEvent } from "~/effects/activity/live/LiveEvent"
import { listenLater } from "./listen-later"
import type { LiveState } from "./live-words"

interface Options {
  readonly communityId: CommunityId
  /** The server's clock when the page was made: `communityRole.now` of the frame. */
  readonly from: number
  readonly onEvent: (event: LiveEvent) => void
  readonly onCut?: () => void
}

/** Receives a community's live events while the page is open and visible. */
function useLive({ communityId, from, onCut, onEvent }: Options): LiveState {
  const [state, setState] = useState<LiveState>("connecting")
  const heard = useRef({ onEvent, onCut })
  heard.current = { onEvent, onCut }
  const began = useRef(from)

  useEffect(
    () =>
      listenLater(communityId, began.current, {
        onState: setState,
        onEvent: (event) => (event.kind === "notification" ? hearAgain() : heard.current.onEvent(event)),
        onCut: () => heard.current.onCut?.()
      }),
    [communityId]
  )
  return state
}

export function useNews(counts: (event: LiveEvent) => boolean) {
  const { id, communityRole } = useFrame()
  const steps = useWalletSteps()
  const revalidator = useRevalidator()
  const [seen, setSeen] = useState<{ readonly made: number; readonly count: number }>({
    made: communityRole.now,
    count: 0
  })
  // A page made later than our count already shows those events.
  const count = seen.made === communityRole.now ? seen.count : 0

  const state = useLive({
    communityId: id,
    from: communityRole.now,
    onEvent: (event) => {
      if (event.actor !== null && event.actor === communityRole.account) return
      // One's own signed transaction ends by reloading the page's data, including what others did meanwhile.
      if (steps.isUnderWay() || !counts(event)) return
      setSeen((before) =>
        before.made === communityRole.now
          ? { ...before, count: before.count + 1 }
          : { made: communityRole.now, count: 1 }
      )
    },
    onCut: () => revalidator.revalidate()
  })
  return { state, count, show: () => revalidator.revalidate() }
}
