import { useEffect, useState } from "react"
import type { LeaseView } from "~/effects/chain/prepared-transactions/lease"

/** True once the lease has expired; false without a lease. The server has the last word. */
export function useIsOver(lease: LeaseView | null): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    setOver(lease?.left === 0)
    if (lease === null || lease.left === 0) return
    const timer = setTimeout(() => setOver(true), lease.left)
    return () => clearTimeout(timer)
  }, [lease])
  return isOver
}
