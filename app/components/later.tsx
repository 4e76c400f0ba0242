/**
 * Parts of a page that wake up after it. The server renders them like everything else, so they can be read at once and
 * without JavaScript; their scripts are no part of the first load (quality A1, A2). For parts that nobody needs within
 * the first second.
 *
 * React throws away a part that still sleeps when something above it changes outside of a transition, and draws it anew
 * without what the server sent. So such parts are drawn again only when their own properties change, and no context
 * above them may change but in the router's transitions.
 */
import { type ComponentType, lazy, memo, type ReactNode, Suspense } from "react"

interface Held<Props> {
  readonly props: Props
}

const isSame = <Props extends object>({ props: one }: Held<Props>, { props: other }: Held<Props>): boolean => {
  const before = new Map<string, unknown>(Object.entries(one))
  const now = Object.entries(other)
  return now.length === before.size && now.every(([name, value]) => Object.is(value, before.get(name)))
}

/**
 * `load` is called when the browser comes to the part, or by the server as it starts: it has nothing to wait for then.
 * `fallback` stands in after a walk from another page, while the part is on its way.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null
): ComponentType<Props> => {
  let onServer: ComponentType<Held<Props>> | undefined
  const arrive = async () => {
    const Part = await load()
    const Loaded: ComponentType<Held<Props>> = ({ props }) => <Part {...props} />
    if (import.meta.env.SSR) onServer = Loaded
    return { default: Loaded }
  }
  const Lazy = lazy(arrive)
  if (import.meta.env.SSR) void arrive()
  const Asleep = memo(
    function Asleep({ props }: Held<Props>) {
      const Loaded = onServer ?? Lazy
      return (
        <Suspense fallback={fallback}>
          <Loaded props={props} />
        </Suspense>
      )
    },
    isSame<Props>
  )
  return function Later(props) {
    return <Asleep props={props} />
  }
}
