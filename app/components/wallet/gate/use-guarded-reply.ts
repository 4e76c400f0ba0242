import { useActionData, useLocation } from "@remix-run/react"
import { useRef } from "react"

const proofCodes = new Set<unknown>(["E-AUTH", "E-FRESH"])
const asksForProof = (reply: unknown): boolean =>
  typeof reply === "object" && reply !== null && "code" in reply && proofCodes.has(reply.code)

/**
 * The answer to the last form of a guarded page. Signing in reads the page again, and the router forgets its answer with
 * that: one that asked for the sign-in is kept until another form is sent, so that the page can say how to go on.
 */
export function useGuardedReply<Action>(): ReturnType<typeof useActionData<Action>> {
  const reply = useActionData<Action>()
  const { key } = useLocation()
  const last = useRef({ key, reply })
  if (reply !== undefined || last.current.key !== key) last.current = { key, reply }
  return asksForProof(last.current.reply) ? last.current.reply : reply
}
