/** Asks the server whether an address is free while it is being typed. */
import { useEffect, useState } from "react"
import { SLUG_LENGTH } from "~/effects/communities/founding/slug"

/** Milliseconds after the last key. */
const PAUSE = 400

export type SlugState =
  | { readonly state: "unknown" }
  | { readonly state: "free" }
  | { readonly state: "taken"; readonly suggestion: string | null }

const isSound = (slug: string) =>
  slug.length >= SLUG_LENGTH.min && slug.length <= SLUG_LENGTH.max && /^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(slug)

const stateOf = (reply: unknown): SlugState => {
  if (typeof reply !== "object" || reply === null || !("free" in reply)) return { state: "unknown" }
  if (reply.free === true) return { state: "free" }
  const suggestion = "suggestion" in reply && typeof reply.suggestion === "string" ? reply.suggestion : null
  return { state: "taken", suggestion }
}

/** `draft` is the community that may keep its present address. */
export function useSlugCheck(slug: string, draft: string | null): SlugState {
  const [known, setKnown] = useState<SlugState & { readonly slug: string }>({ state: "unknown", slug: "" })
  useEffect(() => {
    if (!isSound(slug)) return
    const aborter = new AbortController()
    const timer = setTimeout(async () => {
      const params = new URLSearchParams({ slug, ...(draft === null ? {} : { draft }) })
      try {
        const response = await fetch(`/api/slugs?${params}`, { signal: aborter.signal })
        const reply: unknown = response.ok ? await response.json() : null
        setKnown({ ...stateOf(reply), slug })
      } catch {
        // The server reports it when the step is submitted.
      }
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [draft, slug])
  return known.slug === slug ? known : { state: "unknown" }
}
