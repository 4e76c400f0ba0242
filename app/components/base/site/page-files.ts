/** The files of a page that sleeps, by the manifest that stands in it (page-scripts.tsx). */

interface Part {
  readonly module: string
  readonly imports?: ReadonlyArray<string>
}

declare global {
  interface Window {
    readonly __remixManifest: {
      readonly version: string
      readonly entry: Part
      readonly routes: Readonly<Record<string, Part>>
    }
  }
}

/** Where a browser keeps the version for which a page came anew; early-scripts.ts reads it, too. */
export const RELOADED = "commonhold:reloaded"

/** Asks for all in one go; without it each file would name the next. */
export const fetchFiles = () => {
  const { entry, routes } = window.__remixManifest
  const shown: ReadonlyArray<string> = JSON.parse(
    document.querySelector<HTMLElement>("[data-routes]")?.dataset.routes ?? "[]"
  )
  for (const part of [entry, ...shown.map((id) => routes[id])]) {
    for (const href of part === undefined ? [] : [part.module, ...(part.imports ?? [])]) {
      const link = document.createElement("link")
      link.rel = "modulepreload"
      link.href = href
      document.head.append(link)
    }
  }
}

/**
 * For files that are gone, most likely because the site was brought up to date since the page came: a new page brings its
 * own. Once for each version; without storage never, since it might go on for ever. False where nothing comes.
 */
export const comeAnew = (): boolean => {
  const { version } = window.__remixManifest
  try {
    if (sessionStorage.getItem(RELOADED) === version) return false
    sessionStorage.setItem(RELOADED, version)
    location.reload()
    return true
  } catch {
    return false
  }
}
