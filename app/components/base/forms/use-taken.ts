import { useEffect, useRef, useState } from "react"

/**
 * Another number each time what was sent was taken. As a key it empties a form then, and not when others do something.
 *
 * @param reply what the server refused; undefined where it took it
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
