/** The files of an unhydrated page, from the manifest inside it (page-scripts.tsx). */

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

/** Session-storage key of the version for which a page was reloaded; early-scripts.ts reads it, too. */
export const RELOADED = "commonhold:reloaded"

/** Preloads all files together; otherwise each would be discovered by the one before it. */
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
 * Reloads the page if its files are gone, most likely after an update of the site: a new page has new ones. Once for
 * each version; never without storage, since it might not end. False if the page is not reloaded.
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
