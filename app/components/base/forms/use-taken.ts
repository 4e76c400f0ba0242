import { useEffect, useRef, useState } from "react"

/**
 * A number that changes each time a submission was accepted. As a React key it empties the form then, and not on other
 * updates.
 * @param reply the server's refusal; undefined if it accepted
 */
export function useTaken(isSending: boolean, reply: unknown): number {
  const [taken, setTaken] = useState(0)
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && !isSending && reply === undefined) setTaken((before) => before + 1)
    wasSending.current = isSending
  }, [isSending, reply])
  return taken
}
