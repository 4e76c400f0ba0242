import { useEffect, useRef, useState } from "react"
import { hearAgain } from "~/components/activity/notifications/waiting-store"
import type { LiveEvent } from "~/effects/activity/live/LiveEvent"
import { listenLater } from "./listen-later"
import type { LiveState } from "./live-words"

interface Options {
  readonly communityId: string
  /** The server's clock when the page was made: `standing.now` of the frame. */
  readonly from: number
  readonly onEvent: (event: LiveEvent) => void
  readonly onCut?: () => void
}

/** Receives a community's live events while the page is open and visible. */
export function useLive({ communityId, from, onCut, onEvent }: Options): LiveState {
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
