/** Load of writes: wallet challenges, each acknowledged with a text whose hash the database stores. */
import { createHash } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"

export interface Acknowledged {
  readonly hash: string
  /** When the response arrived, in milliseconds since the epoch. */
  readonly at: number
  readonly tookMs: number
}

/** Rate limits count by network, which the proxy's header gives: each request comes from another one. */
const networkOf = (n: number) => `100.${64 + ((n >> 8) % 64)}.${n % 256}.7`

const ask = async (origin: string, n: number) => {
  const headers = { Origin: origin, "Content-Type": "application/json", "X-Forwarded-For": networkOf(n) }
  const body = JSON.stringify({ purpose: "sign-in" })
  const response = await fetch(`${origin}/api/wallet/challenge`, { method: "POST", headers, body })
  if (!response.ok) throw new Error(`a challenge was answered with ${response.status}`)
  const { challenge } = (await response.json()) as { readonly challenge: string }
  return createHash("sha256").update(challenge).digest("hex")
}

/** Most requests in flight, so that a server on a busy machine sets the pace. */
const AT_ONCE = 16

/** Sends requests at this pace, or as fast as the server responds if that is slower, until it is stopped. */
export const writeChallenges = (origin: string, perSecond: number) => {
  const acknowledged: Array<Acknowledged> = []
  const refused: Array<string> = []
  let [isOn, sent] = [true, 0]
  const begun = performance.now()
  const work = async () => {
    while (isOn) {
      const n = sent++
      const early = (n * 1_000) / perSecond - (performance.now() - begun)
      if (early > 0) await pause(early)
      const since = performance.now()
      await ask(origin, n).then(
        (hash) => acknowledged.push({ hash, at: Date.now(), tookMs: performance.now() - since }),
        (error: unknown) => refused.push(String(error))
      )
    }
  }
  const asking = Promise.all(Array.from({ length: AT_ONCE }, work))
  const stop = async (): Promise<ReadonlyArray<Acknowledged>> => {
    isOn = false
    await asking
    return acknowledged
  }
  return { acknowledged, refused, stop }
}
