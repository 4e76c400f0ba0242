import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react"

/** A part of a page that is loaded when it is first shown, after an action of the person; `fallback` is shown meanwhile. */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null
): ComponentType<Props> => {
  const Part = lazy(async () => {
    const Loaded = await load()
    return { default: (props: { readonly part: Props }) => <Loaded {...props.part} /> }
  })
  return function Later(props) {
    return (
      <Suspense fallback={fallback}>
        <Part part={props} />
      </Suspense>
    )
  }
}

/** One of several views of a page. Its code is loaded before the page hydrates (entry.client.tsx), or with a navigation. */
export type View<Props> = ComponentType<Props> & { readonly load: () => Promise<unknown> }

/**
 * For views between which the loader's data decides: only the router shows another, and waits for its code. The server
 * loads all at its start.
 */
export const view = <Props extends object>(load: () => Promise<ComponentType<Props>>): View<Props> => {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<{ default: ComponentType<object> }> | undefined
  const loadNow = async () => {
    try {
      loaded = await load()
    } finally {
      loading = undefined
    }
    return { default: loaded as ComponentType<object> }
  }
  const loadOnce = () => {
    if (loaded !== undefined) return Promise.resolve({ default: loaded as ComponentType<object> })
    loading ??= loadNow()
    return loading
  }
  const Waiting = lazy(loadOnce)
  // A failure shows where the view is rendered.
  if (import.meta.env.SSR) loadOnce().catch(() => undefined)
  const Shown = (props: Props) => {
    // Chosen once: another component in its place would lose what was typed.
    const [Part] = useState<ComponentType<object>>(() => (loaded as ComponentType<object> | undefined) ?? Waiting)
    return <Part {...props} />
  }
  return Object.assign(Shown, { load: loadOnce })
}
