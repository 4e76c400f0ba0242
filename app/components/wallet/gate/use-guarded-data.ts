import { useLoaderData, useLocation } from "@remix-run/react"
import { useRef } from "react"

/**
 * What the loader of a guarded page told, for components that only the gate renders. A session that ends while a person
 * types takes the loader's data with it and must not take the form: the page keeps what it had while it stays where it is.
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
