import { useCallback, useEffect, useState } from "react"
import type { BackendClient, Tag } from "./backend-client"
import type { TagSource } from "./tag-picker"

type Loaded =
  | { readonly status: "loading" | "failed" }
  | { readonly status: "ready"; readonly tags: ReadonlyArray<Tag> }

/** The server's tags, fetched once, and again when the person retries. */
export function useTags(backend: BackendClient): TagSource {
  const [loaded, setLoaded] = useState<Loaded>({ status: "loading" })
  const [attempt, setAttempt] = useState(0)
  const onRetry = useCallback(() => setAttempt((count) => count + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to ask again
  useEffect(() => {
    let isHere = true
    setLoaded({ status: "loading" })
    backend.getTags().then((answer) => {
      if (isHere) setLoaded(answer.ok ? { status: "ready", tags: answer.value } : { status: "failed" })
    })
    return () => {
      isHere = false
    }
  }, [backend, attempt])

  if (loaded.status === "ready") return { status: "ready", tags: loaded.tags }
  return loaded.status === "failed" ? { status: "failed", onRetry } : { status: "loading" }
}
