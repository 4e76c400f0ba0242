/**
 * The sender of a server: Node's own https, each time with a connection of its own. The name is resolved once, every
 * address it has is looked at, and the connection goes to one of those that were: a name that leads into a private
 * network by now reaches nothing (docs/product/webhooks.md). Redirects are not followed, and of a long answer only the
 * beginning is read.
 */
import { lookup as systemLookup } from "node:dns"
import { type ClientRequest, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { Effect, Layer } from "effect"
import type { Resolve } from "~/effects/base/outward/nameServers.server"
import { isAddress, isLoopback, isPublicAddress } from "~/effects/base/outward/publicAddress"
import { makePublicLookup, NOT_PUBLIC } from "~/effects/base/outward/publicLookup.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { hasWebPort, isPractice } from "./address"
import { type Answered, NotSent, type Problem, type ToSend, WebhookSender } from "./WebhookSender.server"

const TIMEOUT = "10 seconds"
const KEPT_BYTES = 500
/** Beyond this the rest of an answer is not waited for. */
const READ_BYTES = 4_096

const NO_NAME: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "ESERVFAIL", "EREFUSED", "ETIMEOUT", "EBADNAME"])
const problemOf = ({ code = "" }: NodeJS.ErrnoException): Problem => {
  if (code === NOT_PUBLIC) return "private"
  if (NO_NAME.has(code)) return "name"
  return /CERT|TLS|SSL|SELF_SIGNED|ISSUER|EPROTO/.test(code) ? "tls" : "connection"
}

export interface SenderOptions {
  readonly allowsPractice: boolean
  readonly resolve?: Resolve | undefined
}

export const makeSender = ({ allowsPractice, resolve }: SenderOptions) => {
  const post = ({ body, headers, url: text }: ToSend) =>
    Effect.async<Answered, NotSent>((resume) => {
      const url = new URL(text)
      const isLocal = allowsPractice && isPractice(url)
      const isAllowed = (address: string) => (isLocal ? isLoopback(address) : isPublicAddress(address))
      const fail = (problem: Problem) => resume(new NotSent({ problem }))
      const host = url.hostname.replace(/^\[|\]$/g, "")
      // Node looks nothing up where there is no name.
      if ((isAddress(host) && !isAllowed(host)) || (url.protocol !== "https:" && !isLocal)) return fail("private")
      if (!isLocal && !hasWebPort(url)) return fail("port")
      const asked: ClientRequest = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
        method: "POST",
        agent: false,
        // "localhost" is a name of the system, and no name server's.
        lookup: makePublicLookup(resolve ?? (isLocal ? systemLookup : undefined), isAllowed),
        headers: { ...headers, "Content-Length": Buffer.byteLength(body) }
      })
      asked.on("error", (error) => fail(problemOf(error)))
      asked.on("response", (response) => {
        const pieces: Array<Buffer> = []
        let read = 0
        const end = () => {
          const answer = Buffer.concat(pieces).subarray(0, KEPT_BYTES).toString("utf8")
          resume(Effect.succeed({ status: response.statusCode ?? 0, answer }))
          asked.destroy()
        }
        response.on("data", (piece: Buffer) => {
          if (read < KEPT_BYTES) pieces.push(piece.subarray(0, KEPT_BYTES))
          read += piece.length
          if (read >= READ_BYTES) end()
        })
        response.on("end", end)
        response.on("error", end)
      })
      asked.end(body)
      return Effect.sync(() => asked.destroy())
    })
  return {
    /** Its time ends it also for a caller who may not be interrupted, as one is who notes what became of it. */
    send: (message: ToSend) =>
      Effect.timeoutFail(Effect.interruptible(post(message)), {
        duration: TIMEOUT,
        onTimeout: () => new NotSent({ problem: "timeout" })
      })
  }
}

/** In local mode programs on this machine can be told, for practice. */
export const HttpsSenderLive = Layer.effect(
  WebhookSender,
  Effect.map(Settings, ({ ledger }) => makeSender({ allowsPractice: ledger === "local" }))
)
