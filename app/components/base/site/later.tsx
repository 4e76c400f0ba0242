import { type ComponentType, lazy, type ReactNode, Suspense } from "react"

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
