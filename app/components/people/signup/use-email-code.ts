import { useEffect, useRef, useState } from "react"
import type { Answer, BackendClient } from "./backend-client"

/** Another code can be asked for after this long (R-S5). Milliseconds. */
const RESEND_AFTER_MS = 60_000
/** How long a code is good. Milliseconds. */
const CODE_LIFE_MS = 600_000

export type CodeState =
  | { readonly status: "none" | "sending" }
  | { readonly status: "sent"; readonly at: number; readonly isAgain: boolean }
  /** No letter has left: the code of the earlier one, sent at `at`, is still good. */
  | { readonly status: "kept"; readonly at: number }
  /** `message` where the server refused, or the person asked for the letter: the wizard's own request fails in silence. */
  | { readonly status: "failed"; readonly message: string | undefined }

interface Sent {
  readonly email: string
  /** Unix milliseconds. */
  readonly at: number
}

/** When the letter left whose code is good all the same: as the server says, else as this page remembers. */
const earlier = (answer: Answer<void>, email: string, last: Sent | undefined): number | undefined => {
  if (answer.ok) return undefined
  if (typeof answer.details?.sentAt === "number") return answer.details.sentAt
  return last?.email === email && Date.now() - last.at < CODE_LIFE_MS ? last.at : undefined
}

/** The e-mail verification call, and when it may be made again. `onSent`: a letter has left, older codes have ended. */
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
    const answer = await backend.sendCode(email)
    if (mine !== latest.current) return
    if (answer.ok) {
      last.current = { email, at: Date.now() }
      waitFor(RESEND_AFTER_MS)
      setCode({ status: "sent", at: Date.now(), isAgain })
      onSent()
      return
    }
    console.warn("e-mail verification failed", answer.status, answer.message ?? "")
    waitFor((answer.retryAfter ?? 0) * 1_000)
    const isRefusal = answer.status >= 400 && answer.status < 500
    const words = answer.message ?? "The code could not be sent. Try again in a moment."
    const message = isAgain || isRefusal ? words : undefined
    const at = earlier(answer, email, last.current)
    setCode(at === undefined ? { status: "failed", message } : { status: "kept", at })
  }

  /** Whole seconds until another code may be asked for; 0 when it may. */
  const waitSeconds = Math.max(0, Math.ceil((againAt - now) / 1_000))
  return { code, waitSeconds, send }
}
