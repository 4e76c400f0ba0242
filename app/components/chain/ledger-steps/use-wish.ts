import { useEffect, useRef, useState } from "react"
import { type Answered, afterChange, type Wish } from "./wish"

/** A press that has a step prepared, until the wallet has answered what came of it. Another press is another wish. */
export function useWish({ data, state }: Answered) {
  const [wish, setWish] = useState<Wish>("none")
  const last = useRef<Answered>({ data, state })
  useEffect(() => {
    const before = last.current
    last.current = { data, state }
    setWish((now) => afterChange(now, before, { data, state }))
  }, [data, state])
  return { isWanted: wish === "prepared", want: () => setWish("pressed"), onAnswered: () => setWish("none") }
}
