import { useEffect, useRef, useState } from "react"
import { type Answered, afterChange, type Wish } from "./wish"

/** Tracks a click that prepares a transaction, until the wallet has responded. Another click starts over. */
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
