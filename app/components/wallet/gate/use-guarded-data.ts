/** Loader and action data of a guarded page, for components that only the gate renders. */
import { useActionData, useLoaderData, useLocation } from "@remix-run/react"
import { useRef } from "react"

/**
 * The loader's data. If the session ends while a person types, the loader returns null; the last data is used as long
 * as the page stays the same, so that the form does not disappear.
 */
export function useGuardedData<Loader>(): NonNullable<ReturnType<typeof useLoaderData<Loader>>> {
  const data = useLoaderData<Loader>()
  const { pathname, search } = useLocation()
  const here = `${pathname}${search}`
  const stored = useRef<{ readonly here: string; readonly data: NonNullable<typeof data> }>()
  if (data !== null && data !== undefined) stored.current = { here, data }
  if (stored.current?.here !== here) throw new Error("a guarded page was rendered without its data")
  return stored.current.data
}

const asksForProof = (reply: unknown): boolean =>
  typeof reply === "object" &&
  reply !== null &&
  "code" in reply &&
  (reply.code === "E-AUTH" || reply.code === "E-FRESH")

/**
 * Reply to the last form. The router discards it when signing in reloads the data, so a reply that asked for the
 * sign-in is kept until another form is sent.
 */
export function useGuardedReply<Action>(): ReturnType<typeof useActionData<Action>> {
  const reply = useActionData<Action>()
  const { key } = useLocation()
  const last = useRef({ key, reply })
  if (reply !== undefined || last.current.key !== key) last.current = { key, reply }
  return asksForProof(last.current.reply) ? last.current.reply : reply
}
