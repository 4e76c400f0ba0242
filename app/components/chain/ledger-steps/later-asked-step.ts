import { useEffect, useRef, useState } from "react"
import { later } from "~/components/base/site/later"
import { type Answered, afterChange, type Wish } from "./wish"

/** For those who are to sign. */
export const LaterAskedStep = later(async () => (await import("./asked-step")).AskedStep, "waits")

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
