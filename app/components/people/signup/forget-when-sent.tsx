import { useEffect, useRef } from "react"

type Props = {
  readonly isSending: boolean
  readonly forget: () => void
}

/**
 * Forgets a form's draft if the form unmounts while it is being sent, which means that it was accepted. After a refusal
 * the draft stays.
 */
export function ForgetWhenSent({ forget, isSending }: Props) {
  const sent = useRef(false)
  sent.current = isSending
  useEffect(() => () => void (sent.current && forget()), [forget])
  return null
}
