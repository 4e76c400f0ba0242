import { useEffect, useState } from "react"

/** True once the page has hydrated: then steps work, times are in the reader's zone, and a wallet can be requested. */
export function useAwake(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return isAwake
}
