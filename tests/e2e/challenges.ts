/** Writes to a server that answers: wallet challenges, each acknowledged with a text whose hash the database keeps. */
import { createHash } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"

export interface Acknowledged {
  readonly hash: string
  /** When the answer had come, milliseconds. */
  readonly at: number
  readonly tookMs: number
}

/** Limits count by network, as a proxy tells it: each asks from one of its own. */
const networkOf = (n: number) => `100.${64 + ((n >> 8) % 64)}.${n % 256}.7`

const ask = async (origin: string, n: number) => {
  const headers = { Origin: origin, "Content-Type": "application/json", "X-Forwarded-For": networkOf(n) }
  const body = JSON.stringify({ purpose: "sign-in" })
  const answer = await fetch(`${origin}/api/wallet/challenge`, { method: "POST", headers, body })
  if (!answer.ok) throw new Error(`a challenge was answered with ${answer.status}`)
  const { challenge } = (await answer.json()) as { readonly challenge: string }
  return createHash("sha256").update(challenge).digest("hex")
}

/** More are not under way at once: a server on a busy machine is asked as fast as it answers. */
const AT_ONCE = 16

/** Asks at this pace, or slower where the server is, until it is stopped. */
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
