import { useEffect, useRef, useState } from "react"
import type { BackendClient } from "./backend-client"

/** Another code can be asked for after this long (R-S5). Milliseconds. */
const RESEND_AFTER_MS = 60_000

export type CodeState =
  | { readonly status: "none" | "sending" }
  | { readonly status: "sent"; readonly at: number; readonly isAgain: boolean }
  /** `message` only where the person asked for it themselves: the wizard's own request fails in silence (spec §8). */
  | { readonly status: "failed"; readonly message: string | undefined }

/** The e-mail verification call, and when it may be made again. */
export function useEmailCode(backend: BackendClient) {
  const [code, setCode] = useState<CodeState>({ status: "none" })
  const [now, setNow] = useState(0)
  const latest = useRef(0)

  const isSent = code.status === "sent"
  useEffect(() => {
    if (!isSent) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isSent])

  const send = async (email: string, isAgain: boolean) => {
    latest.current += 1
    const mine = latest.current
    setCode({ status: "sending" })
    const answer = await backend.sendCode(email)
    if (mine !== latest.current) return
    if (answer.ok) {
      setNow(Date.now())
      setCode({ status: "sent", at: Date.now(), isAgain })
    } else {
      console.warn("e-mail verification failed", answer.status, answer.message ?? "")
      const words = answer.message ?? "The code could not be sent. Try again in a moment."
      setCode({ status: "failed", message: isAgain ? words : undefined })
    }
  }

  /** Whole seconds until another code may be asked for; 0 when it may. */
  const waitSeconds = code.status === "sent" ? Math.max(0, Math.ceil((code.at + RESEND_AFTER_MS - now) / 1_000)) : 0
  return { code, waitSeconds, send }
}
