import { useEffect, useRef, useState } from "react"
import { type Answered, afterChange, type ClickState } from "./click-state"

/** Tracks a click that prepares a transaction, until the wallet has responded. Another click starts over. */
export function usePreparedClick({ data, state }: Answered) {
  const [click, setClick] = useState<ClickState>("none")
  const last = useRef<Answered>({ data, state })
  useEffect(() => {
    const before = last.current
    last.current = { data, state }
    setClick((now) => afterChange(now, before, { data, state }))
  }, [data, state])
  return {
    isWanted: click === "prepared",
    want: () => setClick("pressed"),
    onAnswered: () => setClick("none")
  }
}
