/** How the browser's scripts are cut. Requests cost more than the bytes that finer cuts save (goals A1, A2 and A4). */
import type { GetManualChunk } from "rollup"

/** The pages, with what lies around them; of these, what every guest may open. */
const PAGE = /\/app\/(root|routes\/(_site|_wallet|signup)[^/]*)\.tsx\?/
const PUBLIC = /\/app\/(root|routes\/(_site|signup)[^/]*)\.tsx\?/

type Meta = Parameters<GetManualChunk>[1]

const reach = (id: string, look: Meta["getModuleInfo"], found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(id)) return found
  found.add(id)
  for (const next of look(id)?.importedIds ?? []) reach(next, look, found)
  return found
}

/** What a public page loads at once, and some other page too. */
const sharedModules = ({ getModuleIds, getModuleInfo }: Meta): ReadonlySet<string> => {
  const pages = [...getModuleIds()].filter((id) => PAGE.test(id))
  const loads = pages.map((page) => ({ isPublic: PUBLIC.test(page), modules: reach(page, getModuleInfo) }))
  const isElsewhere = (id: string, here: ReadonlySet<string>) =>
    loads.some(({ modules }) => modules !== here && modules.has(id))
  const guests = loads.filter(({ isPublic }) => isPublic)
  return new Set(guests.flatMap(({ modules }) => [...modules].filter((id) => isElsewhere(id, modules))))
}

/**
 * Two files, for what is shared: the libraries, which stay the same for long, and our own shell. All else is cut by
 * Rollup, along the pages and the lazy parts. No list of names: what a new page shares is found by what it imports.
 */
export const twoChunks = (): GetManualChunk => {
  let shared: ReadonlySet<string> | undefined
  return (id, meta) => {
    shared ??= sharedModules(meta)
    if (!shared.has(id)) return undefined
    // The bundler's own helpers begin with a zero.
    return id.startsWith("\0") || id.includes("/node_modules/") ? "framework" : "shell"
  }
}
