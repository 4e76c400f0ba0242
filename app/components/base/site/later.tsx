/**
 * Parts of a page that wake up after it. The server renders them like everything else, so they can be read at once and
 * without JavaScript; their scripts are no part of the first load (docs/goals.md A1, A2). For parts that nobody needs
 * within the first second.
 *
 * React throws away a part that still sleeps when something above it changes outside of a transition, and draws it anew
 * without what the server sent (its error 421). So a part keeps the properties it began with until it is awake, and no
 * context above it may change but in the router's transitions.
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
  /** Called when the part is awake. Never another function. */
  readonly onAwake: () => void
}

const isSame = <Props extends object>({ props: one }: Held<Props>, { props: other }: Held<Props>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => Object.is(Reflect.get(one, name), Reflect.get(other, name)))

/** Before the next event: a press or a keystroke that woke the part must find it with its present properties. */
const useAtOnce = import.meta.env.SSR ? useEffect : useLayoutEffect

let isAwake = false
/** The page is awake: from now on parts appear because the visitor walks to them, with nothing sent by the server to keep. */
export const pageIsAwake = () => {
  isAwake = true
}

/** Whether the part above came with the page and has not woken up yet; never another object. */
const Above = createContext({ isSent: false })

/**
 * What was pressed before the page, or a part of it, listened is pressed when it has been drawn once more: only then does a
 * form know what was typed in it early, and that it is awake.
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
 * `load` is called when the browser comes to the part, or by the server as it starts: it has nothing to wait for then.
 * `fallback` stands in after a walk from another page, while the part is on its way; with "waits", the walk itself waits
 * for the part, as it does for the page, and the place the visitor goes back to is there at once. Only for parts of a page
 * that nothing but the router shows: it alone can wait.
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
  // What cannot be loaded is asked for again, and told of, where it is rendered.
  if (import.meta.env.SSR) arrive().catch(() => undefined)
  const Asleep = memo(
    function Asleep({ onAwake, props }: Held<Props>) {
      const above = useContext(Above)
      // What it begins with it remains: another component in its place would begin from nothing. A part within a part
      // came with the page, too, where that one did, though the rest of the page may be awake by then.
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
