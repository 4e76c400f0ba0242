/**
 * Parts of a page that hydrate after it. The server renders them like everything else, so they are readable immediately
 * and without JavaScript; their scripts are not part of the first load (docs/goals.md A1, A2). For parts that nobody
 * needs within the first second.
 *
 * If something above an unhydrated part changes outside of a transition, React discards the server's HTML and renders
 * the part again (its error 421). So a part keeps its initial properties until it is hydrated, and contexts above it
 * may change only in the router's transitions.
 */
import {
  type ComponentType,
  createContext,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useReducer,
  useState
} from "react"
import { sayWhatWoke } from "./typed-early"

interface Held<Props> {
  readonly props: Props
  /** Called when the part is hydrated. Must be a stable function. */
  readonly onAwake: () => void
}

const isSame = <Props extends object>({ props: one }: Held<Props>, { props: other }: Held<Props>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => Object.is(Reflect.get(one, name), Reflect.get(other, name)))

/** Runs before the next event: the click or keystroke that hydrated the part must meet its current properties. */
const useAtOnce = import.meta.env.SSR ? useEffect : useLayoutEffect

let isAwake = false
/** The page is hydrated: parts that appear from now on come from navigation, so there is no server HTML to preserve. */
export const pageIsAwake = () => {
  isAwake = true
}

/** Whether the surrounding part came with the page and is not hydrated yet. A stable object. */
const Above = createContext({ isSent: false })

/**
 * Repeats queued clicks one render after the page, or a part of it, has hydrated: only then does a form know its early
 * input and that it is hydrated.
 */
export function PressAgain() {
  const [isDrawn, draw] = useReducer(() => true, false)
  useEffect(() => {
    if (isDrawn) window.asleep?.woke?.()
    else draw()
  }, [isDrawn])
  return null
}

/**
 * `load` is called when the browser renders the part, or at the server's start, so that the server need not wait.
 * `fallback` is shown after a navigation while the part loads; with "waits", the navigation itself waits for the part
 * as it does for the page, and Back finds its scroll position immediately. Use "waits" only for parts that nothing but
 * the router shows, because only the router can wait.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | "waits" = null
): ComponentType<Props> => {
  let here: ComponentType<Held<Props>> | undefined
  const arrive = async () => {
    const Part = await load()
    const Loaded: ComponentType<Held<Props>> = ({ onAwake, props }) => {
      const above = useContext(Above)
      useAtOnce(() => {
        above.isSent = false
        onAwake()
      }, [])
      useEffect(() => {
        sayWhatWoke()
      }, [])
      return (
        <>
          <Part {...props} />
          <PressAgain />
        </>
      )
    }
    here = Loaded
    return { default: Loaded }
  }
  const Lazy = lazy(arrive)
  // A failed load is tried again, and its error surfaces, where the part is rendered.
  if (import.meta.env.SSR) arrive().catch(() => undefined)
  const Asleep = memo(
    function Asleep({ onAwake, props }: Held<Props>) {
      const above = useContext(Above)
      // The choice is made once: another component in its place would lose its state. A nested part also came with the
      // page if the outer one did, even if the rest of the page is hydrated by then.
      const [{ Loaded, isAlone, own }] = useState(() => {
        const isSent = !isAwake || above.isSent
        return { Loaded: here ?? Lazy, isAlone: !isSent && fallback === "waits", own: { isSent } }
      })
      const part = (
        <Above.Provider value={own}>
          <Loaded props={props} onAwake={onAwake} />
        </Above.Provider>
      )
      return isAlone ? part : <Suspense fallback={fallback === "waits" ? null : fallback}>{part}</Suspense>
    },
    isSame<Props>
  )
  return function Later(props) {
    const [first] = useState(props)
    const [isHere, wake] = useReducer(() => true, false)
    return <Asleep props={isHere ? props : first} onAwake={wake} />
  }
}
