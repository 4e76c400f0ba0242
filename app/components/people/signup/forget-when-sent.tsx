import { useEffect, useRef } from "react"

type Props = {
  readonly isSending: boolean
  readonly forget: () => void
}

/** Ends a form's draft: when the form goes away while it is being sent, it was accepted. A refused one stays. */
export function ForgetWhenSent({ forget, isSending }: Props) {
  const sent = useRef(false)
  sent.current = isSending
  useEffect(() => () => void (sent.current && forget()), [forget])
  return null
}
