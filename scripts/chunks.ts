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

/** Compressed bytes for each character of a module as it is before minification. */
const COMPRESSED = 0.17
/** What a file costs a page besides its content: a request, two lines of the document, and a compression of its own. */
const FILE_BYTES = 400

/** Modules that are one file. */
interface Group {
  readonly ids: ReadonlyArray<string>
  /** None of a chunk that is given, which is never joined with another. */
  readonly users: ReadonlySet<Load>
  readonly bytes: number
  readonly given?: string
  readonly isRead: boolean
}

/** Modules that exactly the same pages load, apart from the given chunks and from those of pages that are only read. */
const togetherModules = (
  meta: Meta,
  given: (id: string) => string | undefined,
  isRead: (id: string) => boolean
): ReadonlyArray<Group> => {
  const usersOf = new Map<string, Array<Load>>()
  for (const load of pageLoads(meta)) for (const id of load.modules) usersOf.set(id, [...(usersOf.get(id) ?? []), load])
  const groups = new Map<string, Group>()
  for (const [id, users] of usersOf) {
    if (PAGE.test(id)) continue
    const name = given(id)
    const own = {
      isRead: isRead(id),
      ...(name === undefined ? { users: new Set(users) } : { given: name, users: new Set<Load>() })
    }
    const key = name ?? `${users.map(({ file }) => file).join()} ${own.isRead}`
    const { bytes = 0, ids = [] } = groups.get(key) ?? {}
    const size = COMPRESSED * (meta.getModuleInfo(id)?.code?.length ?? 0)
    groups.set(key, { ...own, ids: [...ids, id], bytes: bytes + size })
  }
  return [...groups.values()]
}

/** What all pages save if two groups are one file: negative if too many would load too much that they do not need. */
const savedBytes = (one: Group, other: Group): number => {
  const both = [...one.users].filter((user) => other.users.has(user)).length
  return both * FILE_BYTES - (one.users.size - both) * other.bytes - (other.users.size - both) * one.bytes
}

/**
 * Joins groups as long as pages save by it. Two groups of which one imports the other by way of a third stay apart,
 * because their file and the third would each need the other first.
 */
const joined = (groups: ReadonlyArray<Group>, { getModuleInfo }: Meta): ReadonlyArray<Group> => {
  const importsOf = (id: string) => getModuleInfo(id)?.importedIds ?? []
  // scripts/goals/firstLoad.ts finds the views of a page by these: by their names, and by the file that chooses them.
  const choosesView = (id: string) => CHOOSES_VIEW.test(getModuleInfo(id)?.code ?? "")
  const apart = new Set(groups.filter(({ ids, users }) => users.size < 2 || ids.some(choosesView)))
  const placeOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)))
  const nextOf = ({ ids }: Group) => new Set(ids.flatMap(importsOf).flatMap((id) => placeOf.get(id) ?? []))
  const leads = (from: Group, to: Group) => {
    const found = new Set([from, to])
    const open = [...nextOf(from)].filter((next) => !found.has(next))
    for (let group = open.pop(); group !== undefined; group = open.pop()) {
      const next = nextOf(group)
      if (next.has(to)) return true
      found.add(group)
      open.push(...[...next].filter((each) => !found.has(each)))
    }
    return false
  }
  const pairOf = (one: Group, other: Group) => ({ one, other, saved: savedBytes(one, other) })
  const all = new Set(groups)
  const pairsOf = (one: Group, others: ReadonlyArray<Group>) =>
    others
      .filter((other) => !apart.has(other) && other.isRead === one.isRead)
      .map((other) => pairOf(one, other))
      .filter(({ saved }) => saved > 0)
  let pairs = groups.flatMap((one, place) => (apart.has(one) ? [] : pairsOf(one, groups.slice(place + 1))))
  while (pairs.length > 0) {
    const best = pairs.reduce((most, pair) => (pair.saved > most.saved ? pair : most))
    const { one, other } = best
    if (leads(one, other) || leads(other, one)) {
      pairs = pairs.filter((pair) => pair !== best)
      continue
    }
    const both = {
      isRead: one.isRead,
      ids: [...one.ids, ...other.ids],
      users: new Set([...one.users, ...other.users]),
      bytes: one.bytes + other.bytes
    }
    all.delete(one)
    all.delete(other)
    pairs = pairs.filter((pair) => ![pair.one, pair.other].some((each) => each === one || each === other))
    pairs.push(...pairsOf(both, [...all]))
    all.add(both)
    for (const id of both.ids) placeOf.set(id, both)
  }
  return [...all]
}

/** The chunks' names by their modules. A number makes each unique. */
const namesOf = (groups: ReadonlyArray<Group>): ReadonlyMap<string, string> =>
  new Map(
    groups.flatMap(({ given, ids, isRead, users }, place) => {
      const [user] = users
      const file = (users.size === 1 ? user?.file : ids.toSorted()[0]) ?? ""
      const name = `${basename(file.replace(/\?.*$/, "")).replace(/\.\w+$/, "")}-${place}${isRead ? "-read" : ""}`
      return ids.map((id) => [id, given ?? name] as const)
    })
  )

/**
 * Five shared chunks: what a page that is only read loads as well, at once or later; the libraries, which rarely change;
 * our own shell with the layouts; and what all pages of a community have in common. Of the rest, what exactly the same
 * pages load is one file, and so is what nearly the same pages load, because small files compress badly and each is a
 * request. Rollup splits what is left along lazy parts. There is no list of names: shared modules are found by the
 * pages' imports.
 */
export const commonChunks = (): GetManualChunk => {
  let found: ((id: string) => string | undefined) | undefined
  const findAll = (meta: Meta) => {
    const [shared, inside, read] = [sharedModules(meta), insideModules(meta), readModules(meta)]
    const given = (id: string) => {
      if (read.atOnce.has(id)) return "light"
      // Apart from modules that need React.
      if (read.all.has(id)) return shared.has(id) || inside.has(id) ? "plain" : undefined
      // Ids of the bundler's own helpers begin with a NUL.
      if (shared.has(id)) return id.startsWith("\0") || id.includes("/node_modules/") ? "framework" : "shell"
      return inside.has(id) ? "inside" : undefined
    }
    const groups = togetherModules(meta, given, (id) => read.all.has(id))
    const names = namesOf(joined(groups, meta))
    return (id: string) => given(id) ?? names.get(id)
  }
  return (id, meta) => {
    if (READING.test(id)) return undefined
    found ??= findAll(meta)
    return found(id)
  }
}
