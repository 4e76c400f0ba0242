import type { CommunityId } from "~/effects/access/Community"
import type { Heard, listenLive } from "./live-source"

const loadSource = (): Promise<{ readonly listenLive: typeof listenLive }> => import("./live-source")

/**
 * Receives live events once their code is loaded, which no page needs before hydration. Returns a function that stops
 * it.
 */
export const listenLater = (communityId: CommunityId, from: number, heard: Heard, load = loadSource): (() => void) => {
  let isOver = false
  let stop = () => {}
  load().then(
    (source) => {
      if (!isOver) stop = source.listenLive(communityId, from, heard)
    },
    () => {
      if (!isOver) heard.onState("paused")
    }
  )
  return () => {
    isOver = true
    stop()
  }
}
