/** How the browser's scripts are cut. Requests cost more than the bytes that finer cuts save (goals A1, A2 and A4). */
import type { GetManualChunk } from "rollup"

/** The pages, with what lies around them; of these, what every guest may open. */
const PAGE = /\/app\/(root|routes\/(_site|_wallet|signup)[^/]*)\.tsx\?/
const PUBLIC = /\/app\/(root|routes\/(_site|signup)[^/]*)\.tsx\?/
/** What lies around all pages behind the gate. */
const GATE = /\/app\/routes\/_wallet\.tsx\?/
/** Of these, the pages of a community, what lies around them, and all pages that are about none. */
const INSIDE = /\/app\/routes\/_wallet\.community\.detail\.\$id\.(?!tsx)[^/]+\.tsx\?/
const AROUND = /\/app\/routes\/_wallet\.community\.detail\.\$id\.tsx\?/
const OUTSIDE = /\/app\/routes\/_wallet\.(?!community\.)[^/]+\.tsx\?/

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

/** What lies around every page behind the gate; and what every page of a community loads, and no other page there. */
const guardedModules = ({ getModuleIds, getModuleInfo }: Meta) => {
  const loadedBy = (kind: RegExp) =>
    [...getModuleIds()].filter((id) => kind.test(id)).map((id) => reach(id, getModuleInfo))
  const [around, outside, inside] = [loadedBy(AROUND), loadedBy(OUTSIDE), loadedBy(INSIDE)]
  const ofAny = (loads: ReadonlyArray<ReadonlySet<string>>) => new Set(loads.flatMap((modules) => [...modules]))
  const [gate, elsewhere] = [ofAny(loadedBy(GATE)), ofAny(outside)]
  const ofAll = [...ofAny(inside)].filter((id) => inside.every((modules) => modules.has(id)))
  return {
    gate: new Set([...gate].filter((id) => !PAGE.test(id))),
    inside: new Set([...ofAny(around), ...ofAll].filter((id) => !PAGE.test(id) && !elsewhere.has(id)))
  }
}

/**
 * Four files, for what is shared: the libraries, which stay the same for long, our own shell, what lies around pages
 * behind the gate, and what all pages of a community have in common. All else is cut by Rollup, along the pages and the lazy parts. No list of names: what a new
 * page shares is found by what it imports.
 */
export const commonChunks = (): GetManualChunk => {
  let shared: ReadonlySet<string> | undefined
  let guarded: ReturnType<typeof guardedModules> | undefined
  return (id, meta) => {
    shared ??= sharedModules(meta)
    guarded ??= guardedModules(meta)
    if (!shared.has(id)) return guarded.gate.has(id) ? "gate" : guarded.inside.has(id) ? "inside" : undefined
    // The bundler's own helpers begin with a zero.
    return id.startsWith("\0") || id.includes("/node_modules/") ? "framework" : "shell"
  }
}
