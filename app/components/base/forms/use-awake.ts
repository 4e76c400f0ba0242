import { useEffect, useState } from "react"

/** True once the browser runs the page: then there are steps, times are the person's own, and a wallet can be asked. */
export function useAwake(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return isAwake
}
