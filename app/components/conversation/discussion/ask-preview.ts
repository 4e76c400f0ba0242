import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { isRecord } from "~/effects/base/text/unknown"

const TIMEOUT = 15_000
const FAILED = "The preview could not be loaded. Your text is still here."

/** The tree comes from our own server; only a missing list is rejected. */
const isTree = (value: unknown): value is MarkdownTree => Array.isArray(value) && value.every(isRecord)

/** Fetches the text as the server would show it, or the reason why not. */
export const askPreview = async (
  text: string,
  isComment: boolean
): Promise<{ readonly tree: MarkdownTree } | { readonly problem: string }> => {
  try {
    const response = await fetch("/api/preview", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text, isComment }),
      signal: AbortSignal.timeout(TIMEOUT)
    })
    const body: unknown = await response.json()
    if (!isRecord(body)) return { problem: FAILED }
    if (response.ok && isTree(body.tree)) return { tree: body.tree }
    return { problem: typeof body.message === "string" ? body.message : FAILED }
  } catch {
    return { problem: FAILED }
  }
}
