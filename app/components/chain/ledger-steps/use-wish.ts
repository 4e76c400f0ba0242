import { useCallback, useEffect, useRef, useState } from "react"
import { type Answered, afterChange, NO_WISH, type Wish } from "./wish"

/** A press that prepares a step, until the wallet has been asked for what came of it. Another press is another wish. */
export function useWish({ data, state }: Answered) {
  const [wish, setWish] = useState<Wish>(NO_WISH)
  const last = useRef<Answered>({ data, state })
  useEffect(() => {
    const before = last.current
    last.current = { data, state }
    setWish((now) => afterChange(now, before, { data, state }))
  }, [data, state])
  return {
    isWanted: wish === "prepared",
    want: useCallback(() => setWish("pressed"), []),
    /** The wallet is asked. */
    onAsked: useCallback(() => setWish(NO_WISH), [])
  }
}
