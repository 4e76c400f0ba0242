import { useEffect, useRef, useState } from "react"
import { type Answered, afterChange, type FeatureRequest } from "./feature-request"

/** Tracks a click that prepares a transaction, until the wallet has responded. Another click starts over. */
export function useFeatureRequest({ data, state }: Answered) {
  const [wish, setFeatureRequest] = useState<FeatureRequest>("none")
  const last = useRef<Answered>({ data, state })
  useEffect(() => {
    const before = last.current
    last.current = { data, state }
    setFeatureRequest((now) => afterChange(now, before, { data, state }))
  }, [data, state])
  return {
    isWanted: wish === "prepared",
    want: () => setFeatureRequest("pressed"),
    onAnswered: () => setFeatureRequest("none")
  }
}
