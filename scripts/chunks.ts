/**
 * How the browser's scripts are split. Further requests would cost more than the bytes that smaller chunks save
 * (docs/goals.md A1, A2, A4).
 */
import { basename } from "node:path"
import type { GetManualChunk } from "rollup"

/** Pages and their layout routes; of these, the ones that need no session and are hydrated for a visitor, too. */
const PAGE = /\/app\/(root|routes\/(_site|_wallet|signup)[^/]*)\.tsx\?/
const PUBLIC = /\/app\/(root|routes\/(_site(\.(verify|support|temp))?|signup[^/]*))\.tsx\?/
const LAYOUT = /\/app\/(root|routes\/(_site|_wallet(\.community\.detail\.\$id)?))\.tsx\?/
/** Layout routes of all pages, and of all guarded ones. */
const AROUND_ALL = /\/app\/(root|routes\/_wallet)\.tsx\?/
/** Guarded pages by kind: pages of a community, their layout route, and the pages outside communities. */
const INSIDE = /\/app\/routes\/_wallet\.community\.detail\.\$id\.(?!tsx)[^/]+\.tsx\?/
const AROUND = /\/app\/routes\/_wallet\.community\.detail\.\$id\.tsx\?/
const OUTSIDE = /\/app\/routes\/_wallet\.(?!community\.)[^/]+\.tsx\?/
/** A module that chooses between the views of a page (`view` of app/components/base/site/later.tsx). */
const CHOOSES_VIEW = /\bview\(async\b/

/** The script of pages that are only read. */
const READING = /\/app\/entry\.reading\.ts$/

type Meta = Parameters<GetManualChunk>[1]

const reach = (
  id: string,
  check: Meta["getModuleInfo"],
  isAll = false,
  found = new Set<string>()
): ReadonlySet<string> => {
  if (found.has(id)) return found
  found.add(id)
  const { dynamicallyImportedIds = [], importedIds = [] } = check(id) ?? {}
  for (const next of isAll ? [...importedIds, ...dynamicallyImportedIds] : importedIds) reach(next, check, isAll, found)
  return found
}

/** Modules that the script of a page that is only read loads at once, and all that it may load. */
const readModules = ({ getModuleIds, getModuleInfo }: Meta) => {
  const entry = [...getModuleIds()].find((id) => READING.test(id)) ?? ""
  return { atOnce: reach(entry, getModuleInfo), all: reach(entry, getModuleInfo, true) }
}

type Modules = ReadonlySet<string>

const union = (loads: ReadonlyArray<Modules>): Modules => new Set(loads.flatMap((modules) => [...modules]))

/** What each page of a kind loads, in a fixed order. */
const loadedBy = (kind: RegExp, { getModuleIds, getModuleInfo }: Meta): ReadonlyArray<Modules> =>
  [...getModuleIds()]
    .filter((id) => kind.test(id))
    .sort()
    .map((id) => reach(id, getModuleInfo))

/** Modules of the layouts, and modules that a hydrated public page and at least one other page load initially. */
const sharedModules = (meta: Meta): Modules => {
  const times = new Map<string, number>()
  for (const modules of loadedBy(PAGE, meta)) for (const id of modules) times.set(id, (times.get(id) ?? 0) + 1)
  const publicOnes = [...union(loadedBy(PUBLIC, meta))].filter((id) => (times.get(id) ?? 0) > 1)
  return new Set([...publicOnes, ...union(loadedBy(AROUND_ALL, meta))].filter((id) => !PAGE.test(id)))
}

/** Modules of the layout of communities, and modules that all pages of a community and no guarded page outside load. */
const insideModules = (meta: Meta): Modules => {
  const [inside, outside] = [loadedBy(INSIDE, meta), union(loadedBy(OUTSIDE, meta))]
  const ofAll = [...union(inside)].filter((id) => inside.every((modules) => modules.has(id)))
  return new Set([...union(loadedBy(AROUND, meta)), ...ofAll].filter((id) => !PAGE.test(id) && !outside.has(id)))
}

interface Load {
  /** The file of the page or of its view. */
  readonly file: string
  readonly modules: Modules
}

/** What each page loads before it hydrates: if it has views, with each of them. */
const pageLoads = ({ getModuleIds, getModuleInfo }: Meta): ReadonlyArray<Load> =>
  [...getModuleIds()]
    .filter((id) => PAGE.test(id) && !LAYOUT.test(id))
    .sort()
    .flatMap((file) => {
      const page = reach(file, getModuleInfo)
      const views = [...page].flatMap((id) => {
        const { code, dynamicallyImportedIds = [] } = getModuleInfo(id) ?? {}
        return CHOOSES_VIEW.test(code ?? "") ? dynamicallyImportedIds : []
      })
      const shown = views.map((view) => ({ file: view, modules: union([page, reach(view, getModuleInfo)]) }))
      return shown.length === 0 ? [{ file, modules: page }] : shown
    })

/**
 * Modules that exactly the same pages load, by the name of their chunk. Parts that are loaded later count for
 * nothing: nearly all that they need has been loaded by then.
 */
const togetherModules = (loads: ReadonlyArray<Load>): ReadonlyMap<string, string> => {
  const usersOf = new Map<string, Array<Load>>()
  for (const load of loads) for (const id of load.modules) usersOf.set(id, [...(usersOf.get(id) ?? []), load])
  const groups = new Map<string, { readonly users: ReadonlyArray<Load>; readonly ids: Array<string> }>()
  for (const [id, users] of usersOf) {
    if (PAGE.test(id)) continue
    const key = users.map(({ file }) => file).join()
    const group = groups.get(key) ?? { users, ids: [] }
    groups.set(key, group)
    group.ids.push(id)
  }
  // A number makes each name unique. What one page alone loads has its name, which scripts/goals/firstLoad.ts looks for.
  const nameOf = (file: string, place: number) =>
    `${basename(file.replace(/\?.*$/, "")).replace(/\.\w+$/, "")}-${place}`
  return new Map(
    [...groups.values()].flatMap(({ ids, users }, place) => {
      const name = nameOf((users.length === 1 ? users[0]?.file : ids.sort()[0]) ?? "", place)
      return ids.map((id) => [id, name] as const)
    })
  )
}

/**
 * Five shared chunks: what a page that is only read loads as well, at once or later; the libraries, which rarely change;
 * our own shell with the layouts; and what all pages of a community have in common. Of the rest, what exactly the same
 * pages load is one file, because small files compress badly and each is a request. Rollup splits what is left along lazy
 * parts. There is no list of names: shared modules are found by the pages' imports.
 */
export const commonChunks = (): GetManualChunk => {
  let found: ReturnType<typeof findAll> | undefined
  const findAll = (meta: Meta) => ({
    shared: sharedModules(meta),
    inside: insideModules(meta),
    read: readModules(meta),
    together: togetherModules(pageLoads(meta))
  })
  return (id, meta) => {
    found ??= findAll(meta)
    const { inside, read, shared, together } = found
    if (READING.test(id)) return undefined
    if (read.atOnce.has(id)) return "light"
    if (read.all.has(id) && (shared.has(id) || inside.has(id))) return "plain"
    // Apart from modules that need React.
    if (read.all.has(id)) return together.has(id) ? `${together.get(id)}-read` : undefined
    // Ids of the bundler's own helpers begin with a NUL.
    if (shared.has(id)) return id.startsWith("\0") || id.includes("/node_modules/") ? "framework" : "shell"
    return inside.has(id) ? "inside" : together.get(id)
  }
}
