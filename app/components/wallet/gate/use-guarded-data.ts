/** What the loader and the action of a guarded page told, for components that only the gate renders. */
import { useActionData, useLoaderData, useLocation } from "@remix-run/react"
import { useRef } from "react"

/**
 * The loader's data. A session that ends while a person types takes it with it and must not take the form: the page keeps
 * what it had while it stays where it is.
 */
export function useGuardedData<Loader>(): NonNullable<ReturnType<typeof useLoaderData<Loader>>> {
  const data = useLoaderData<Loader>()
  const { pathname, search } = useLocation()
  const here = `${pathname}${search}`
  const kept = useRef<{ readonly here: string; readonly data: NonNullable<typeof data> }>()
  if (data !== null && data !== undefined) kept.current = { here, data }
  if (kept.current?.here !== here) throw new Error("a guarded page was rendered without its data")
  return kept.current.data
}

const asksForProof = (reply: unknown): boolean =>
  typeof reply === "object" &&
  reply !== null &&
  "code" in reply &&
  (reply.code === "E-AUTH" || reply.code === "E-FRESH")

/**
 * The answer to the last form. Signing in reads the page again, and the router forgets its answer with that: one that
 * asked for the sign-in is kept until another form is sent, so that the page can say how to go on.
 */
export function useGuardedReply<Action>(): ReturnType<typeof useActionData<Action>> {
  const reply = useActionData<Action>()
  const { key } = useLocation()
  const last = useRef({ key, reply })
  if (reply !== undefined || last.current.key !== key) last.current = { key, reply }
  return asksForProof(last.current.reply) ? last.current.reply : reply
}
