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

const stateOf = (answer: unknown): SlugState => {
  if (typeof answer !== "object" || answer === null || !("free" in answer)) return { state: "unknown" }
  if (answer.free === true) return { state: "free" }
  const suggestion = "suggestion" in answer && typeof answer.suggestion === "string" ? answer.suggestion : null
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
        const answer: unknown = response.ok ? await response.json() : null
        setKnown({ ...stateOf(answer), slug })
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
