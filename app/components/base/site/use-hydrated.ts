import { useSyncExternalStore } from "react"

const never = () => () => undefined

/** False on the server and while the page hydrates, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false
  )

/** Id of the text in the document that says why a button waits (root.tsx). */
export const WAITS = "waits-for-script"

/** For buttons that need scripts: disabled until these listen. `data-waits` lets a page without React enable them. */
export const useWaiting = ({ disabled, "aria-describedby": reason }: WaitingProps) => {
  const isHydrated = useHydrated()
  return isHydrated
    ? { disabled, "aria-describedby": reason }
    : { disabled: true, "aria-describedby": disabled ? reason : WAITS, "data-waits": disabled ? undefined : "" }
}

interface WaitingProps {
  readonly disabled?: boolean | undefined
  readonly "aria-describedby"?: string | undefined
}
