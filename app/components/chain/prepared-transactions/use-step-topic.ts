import { useRevalidator } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { listenLater } from "~/components/activity/live/listen-later"
import type { CommunityId } from "~/effects/access/Community"

/**
 * Subscribes to changes of a prepared transaction made on any page or device. `topic` is null if there is nothing to
 * follow.
 */
export function useStepTopic(communityId: CommunityId, topic: string | null, onMoved: () => void) {
  const heard = useRef(onMoved)
  heard.current = onMoved
  useEffect(() => {
    if (topic === null) return
    return listenLater(communityId, Date.now(), {
      onState: () => undefined,
      onEvent: ({ data, kind }) => {
        if (kind === "step" && data.step === topic) heard.current()
      },
      onCut: () => heard.current()
    })
  }, [communityId, topic])
}

/** Reloads the page's data on every change. */
export function useFollowedStep(communityId: CommunityId, topic: string | null) {
  const { revalidate } = useRevalidator()
  useStepTopic(communityId, topic, revalidate)
}
