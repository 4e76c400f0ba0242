import { useEffect, useRef, useState } from "react"
import type { BackendClient, BackendResult } from "./backend-client"

/** Time before another code can be requested. Milliseconds. */
const RESEND_AFTER_MS = 60_000
/** Lifetime of a code. Milliseconds. */
const CODE_LIFE_MS = 600_000

export type CodeState =
  | { readonly status: "none" | "sending" }
  | { readonly status: "sent"; readonly at: number; readonly isAgain: boolean }
  /** No e-mail was sent: the earlier code, sent at `at`, is still valid. */
  | { readonly status: "unchanged"; readonly at: number }
  /** `message` if the server refused or the person requested the e-mail; the wizard's own request fails silently. */
  | { readonly status: "failed"; readonly message: string | undefined }

interface Sent {
  readonly email: string
  /** Unix milliseconds. */
  readonly at: number
}

/** When the still valid code was sent: by the server's response, otherwise as this page remembers. */
const earlier = (response: BackendResult<void>, email: string, last: Sent | undefined): number | undefined => {
  if (response.ok) return undefined
  if (typeof response.details?.sentAt === "number") return response.details.sentAt
  return last?.email === email && Date.now() - last.at < CODE_LIFE_MS ? last.at : undefined
}

/**
 * Requests the e-mail code, and says when it can be requested again. `onSent`: an e-mail was sent, so older codes are
 * void.
 */
export function useEmailCode(backend: BackendClient, onSent: () => void) {
  const [code, setCode] = useState<CodeState>({ status: "none" })
  const [againAt, setAgainAt] = useState(0)
  const [now, setNow] = useState(0)
  const latest = useRef(0)
  const last = useRef<Sent>()

  const isWaiting = againAt > now
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])

  const waitFor = (ms: number) => {
    setNow(Date.now())
    setAgainAt(Date.now() + ms)
  }

  const send = async (email: string, isAgain: boolean) => {
    latest.current += 1
    const mine = latest.current
    setCode({ status: "sending" })
    const response = await backend.sendCode(email)
    if (mine !== latest.current) return
    if (response.ok) {
      last.current = { email, at: Date.now() }
      waitFor(RESEND_AFTER_MS)
      setCode({ status: "sent", at: Date.now(), isAgain })
      onSent()
      return
    }
    console.warn("e-mail verification failed", response.status, response.message ?? "")
    waitFor((response.retryAfter ?? 0) * 1_000)
    const isRefusal = response.status >= 400 && response.status < 500
    const words = response.message ?? "The code could not be sent. Try again in a moment."
    const message = isAgain || isRefusal ? words : undefined
    const at = earlier(response, email, last.current)
    setCode(at === undefined ? { status: "failed", message } : { status: "unchanged", at })
  }

  /** Whole seconds until another code can be requested; 0 if it can be now. */
  const waitSeconds = Math.max(0, Math.ceil((againAt - now) / 1_000))
  return { code, waitSeconds, send }
}
