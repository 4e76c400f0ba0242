/**
 * The plain form of /verify: the same checker as in the browser, on a file that was posted (product 3.6.2). Nothing of
 * it is kept. Counting a large file takes seconds of a core, so one is counted at a time and askers are limited.
 */
import { data } from "@remix-run/node"
import { Clock, Effect } from "effect"
import { MalformedBody } from "../../failures"
import { Limits } from "../../http/Limits.server"
import { peerOf } from "../../http/peer.server"
import { textOf } from "../../remix/pageAction.server"
import { ReplyHeaders, RouteArgs } from "../../runtime.server"
import { checkFile, MAX_FILE_BYTES, readBytes, TOO_LARGE } from "../file/checkFile"
import type { NotChecked, VerifyReply } from "./VerifyReply"

export const NO_FILE = "Choose a file first."
export const ADDRESS_NEEDS_SCRIPT =
  "Without JavaScript this page cannot fetch the file for you. Open the result page, download its ballot file, and choose it here."

const oneAtATime = Effect.unsafeMakeSemaphore(1)

const check = (file: File) =>
  Effect.gen(function* () {
    const started = yield* Clock.currentTimeMillis
    const bytes = yield* Effect.tryPromise({ try: () => file.arrayBuffer(), catch: () => new MalformedBody({}) })
    const read = readBytes(new Uint8Array(bytes))
    const report = typeof read === "string" ? yield* Effect.promise(() => checkFile(read)) : read
    const ended = yield* Clock.currentTimeMillis
    const reply: VerifyReply = {
      kind: "checked",
      name: file.name,
      bytes: file.size,
      milliseconds: ended - started,
      by: "server",
      report
    }
    return reply
  })

/** POST /verify with a file, or with an address that only a browser with scripts can follow. */
export const checkPosted = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const headers = yield* ReplyHeaders
  const limits = yield* Limits
  const form = yield* Effect.tryPromise({ try: () => request.formData(), catch: () => new MalformedBody({}) })
  const address = textOf(form, "address")
  const refuse = (status: number, field: NotChecked["field"], message: string) =>
    data<VerifyReply>({ kind: "refused", field, message, address }, { status, headers })

  const file = form.get("file")
  if (!(file instanceof File) || file.size === 0) {
    return address === "" ? refuse(422, "file", NO_FILE) : refuse(422, "address", ADDRESS_NEEDS_SCRIPT)
  }
  if (file.size > MAX_FILE_BYTES) return refuse(413, "file", TOO_LARGE)
  return yield* Effect.flatMap(peerOf, (peer) => limits.take({ "verify.address": peer })).pipe(
    Effect.zipRight(oneAtATime.withPermits(1)(check(file))),
    Effect.map((reply) => data<VerifyReply>(reply, { headers })),
    Effect.catchTag("TooMany", ({ message, retryAfter }) => {
      headers.set("Retry-After", String(retryAfter))
      return Effect.succeed(refuse(429, "file", message))
    })
  )
})
