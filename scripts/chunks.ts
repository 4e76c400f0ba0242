/**
 * How the browser's scripts are split. Further requests would cost more than the bytes that smaller chunks save
 * (docs/goals.md A1, A2, A4).
 */
import type { GetManualChunk } from "rollup"

/** Pages and their layout routes; of these, the ones that need no session and are hydrated for a visitor, too. */
const PAGE = /\/app\/(root|routes\/(_site|_wallet|signup)[^/]*)\.tsx\?/
const PUBLIC = /\/app\/(root|routes\/(_site(\.(verify|support|temp))?|signup[^/]*))\.tsx\?/
/** The layout route of all guarded pages. */
const GATE = /\/app\/routes\/_wallet\.tsx\?/
/** Guarded pages by kind: pages of a community, their layout route, and the pages outside communities. */
const INSIDE = /\/app\/routes\/_wallet\.community\.detail\.\$id\.(?!tsx)[^/]+\.tsx\?/
const AROUND = /\/app\/routes\/_wallet\.community\.detail\.\$id\.tsx\?/
const OUTSIDE = /\/app\/routes\/_wallet\.(?!community\.)[^/]+\.tsx\?/

/** The script of pages that are only read. */
const READING = /\/app\/entry\.reading\.ts$/

type Meta = Parameters<GetManualChunk>[1]

const reach = (
  id: string,
  look: Meta["getModuleInfo"],
  isAll = false,
  found = new Set<string>()
): ReadonlySet<string> => {
  if (found.has(id)) return found
  found.add(id)
  const { dynamicallyImportedIds = [], importedIds = [] } = look(id) ?? {}
  for (const next of isAll ? [...importedIds, ...dynamicallyImportedIds] : importedIds) reach(next, look, isAll, found)
  return found
}

/** Modules that the script of a page that is only read loads at once, and all that it may load. */
const readModules = ({ getModuleIds, getModuleInfo }: Meta) => {
  const entry = [...getModuleIds()].find((id) => READING.test(id)) ?? ""
  return { atOnce: reach(entry, getModuleInfo), all: reach(entry, getModuleInfo, true) }
}

/** Modules that a hydrated public page and at least one other page load initially. */
const sharedModules = ({ getModuleIds, getModuleInfo }: Meta): ReadonlySet<string> => {
  const pages = [...getModuleIds()].filter((id) => PAGE.test(id))
  const loads = pages.map((page) => ({ isPublic: PUBLIC.test(page), modules: reach(page, getModuleInfo) }))
  const isElsewhere = (id: string, here: ReadonlySet<string>) =>
    loads.some(({ modules }) => modules !== here && modules.has(id))
  const guests = loads.filter(({ isPublic }) => isPublic)
  return new Set(guests.flatMap(({ modules }) => [...modules].filter((id) => isElsewhere(id, modules))))
}

/** Modules of the guarded layout, and modules that every page of a community and no guarded page outside one loads. */
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
 * Six shared chunks: what a page that is only read loads as well, at once or later, the libraries, which rarely change, our own shell, the guarded layout, and what all pages of a
 * community have in common. Rollup splits the rest along pages and lazy parts. There is no list of names: shared
 * modules are found by the pages' imports.
 */
export const commonChunks = (): GetManualChunk => {
  let shared: ReadonlySet<string> | undefined
  let read: ReturnType<typeof readModules> | undefined
  let guarded: ReturnType<typeof guardedModules> | undefined
  return (id, meta) => {
    shared ??= sharedModules(meta)
    guarded ??= guardedModules(meta)
    read ??= readModules(meta)
    if (READING.test(id)) return undefined
    if (read.atOnce.has(id)) return "light"
    const isCommon = shared.has(id) || guarded.gate.has(id) || guarded.inside.has(id)
    if (read.all.has(id)) return isCommon ? "plain" : undefined
    if (!shared.has(id)) return guarded.gate.has(id) ? "gate" : guarded.inside.has(id) ? "inside" : undefined
    // Ids of the bundler's own helpers begin with a NUL.
    return id.startsWith("\0") || id.includes("/node_modules/") ? "framework" : "shell"
  }
}
