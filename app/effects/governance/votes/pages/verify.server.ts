/**
 * The plain form of /verify: the same checker as in the browser, on a file that was posted (docs/product/publishing.md,
 * 3.6.2). Nothing of it is kept. Counting a large file takes seconds of a core, so one is counted at a time and askers
 * are limited.
 */

import { data } from "@remix-run/node"
import { Clock, Data, Effect } from "effect"
import { MalformedBody, type NotThere } from "~/effects/base/failures/failures"
import { Limits } from "~/effects/base/limits/Limits.server"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { peerOf } from "~/effects/base/remix/peer.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm } from "~/effects/base/remix/readForm.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { confirmReport } from "~/effects/treasury/receipts/confirm.server"
import type { VotingNotOpen } from "../ballot/errors"
import { TOO_LARGE_TO_POST } from "../file/checkFile"
import { decoded } from "../file/decoded"
import { MAX_POSTED_BYTES } from "../file/limits"
import { unreadable } from "../file/Report"
import { SealedThread } from "../sealed/SealedThread.server"
import { ballotsJson } from "./ballotFile.server"
import { NO_FILE_THERE, type ResultPage, readResultAddress } from "./resultPage"
import type { NotChecked, VerifyReply } from "./VerifyReply"

export const NO_FILE = "Choose a file first."

/** Sealed ballots that are opened of one file: some ten seconds of a core. A reader's own page opens any number. */
export const MOST_SEALED = 400
export const tooManySealed = (sealed: number, most: number): string =>
  `This file has ${sealed} sealed ballots, and here at most ${most} are opened. Check it on this page with scripts turned ` +
  "on, or with “npm run verify -- file.json”: both take any number."

/** The file was not checked. */
class NotOpenedHere extends Data.TaggedError("NotOpenedHere")<{ readonly message: string }> {}

const oneAtATime = Effect.unsafeMakeSemaphore(1)

/** What is to be checked, and how its bytes are had. */
interface Source<R = never> {
  readonly field: NotChecked["field"]
  readonly name: string
  readonly read: Effect.Effect<Uint8Array | null, MalformedBody | NotThere | VotingNotOpen, R>
}

const posted = (file: File): Source => ({
  field: "file",
  name: file.name,
  read: Effect.tryPromise({
    try: async () => new Uint8Array(await file.arrayBuffer()),
    catch: () => new MalformedBody({})
  })
})

/** Null when there are more than a file here may have. */
const upTo = async (body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | null> => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  const reader = body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || value === undefined) return Buffer.concat(pieces)
    size += value.length
    if (size > most) {
      await reader?.cancel()
      return null
    }
    pieces.push(value)
  }
}

/** The ballot file of a result page, as anybody would download it. */
const downloaded = ({ file, number, slug }: ResultPage) =>
  ({
    field: "address" as const,
    name: file,
    read: Effect.gen(function* () {
      const args = yield* RouteArgs
      const answer = yield* Effect.provideService(ballotsJson, RouteArgs, {
        ...args,
        params: { slug, n: String(number) }
      })
      return yield* Effect.promise(() => upTo(answer.body, MAX_POSTED_BYTES))
    })
  }) satisfies Source<Effect.Effect.Context<typeof ballotsJson>>

/** What the file alone tells, and what those say who can confirm it. */
const reportOf = (text: string) =>
  Effect.gen(function* () {
    const thread = yield* SealedThread
    const found = yield* thread.check({ text, most: MOST_SEALED })
    if ("sealed" in found) return yield* new NotOpenedHere({ message: tooManySealed(found.sealed, MOST_SEALED) })
    return yield* confirmReport(text, found)
  })

const check = <R>({ name, read }: Source<R>) =>
  Effect.gen(function* () {
    const started = yield* Clock.currentTimeMillis
    const bytes = yield* read
    const text = bytes === null ? unreadable(TOO_LARGE_TO_POST) : decoded(bytes)
    const report = typeof text === "string" ? yield* reportOf(text) : text
    const ended = yield* Clock.currentTimeMillis
    const reply: VerifyReply = {
      kind: "checked",
      name,
      bytes: bytes?.length ?? 0,
      milliseconds: ended - started,
      by: "server",
      report
    }
    return reply
  })

/** POST /verify with a file, or with the address of a result page of this site. */
export const checkPosted = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const headers = yield* ReplyHeaders
  const limits = yield* Limits
  const form = yield* readForm(request)
  const address = textOf(form, "address")
  const refuse = (status: number, field: NotChecked["field"], message: string) =>
    data<VerifyReply>({ kind: "refused", field, message, address }, { status, headers })

  const file = form.get("file")
  const peer = yield* peerOf
  /** One at a time, and not too often. */
  const inTurn = <R>(source: Source<R>) =>
    limits.take({ "verify.address": peer }).pipe(
      Effect.zipRight(oneAtATime.withPermits(1)(check(source))),
      Effect.map((reply) => data<VerifyReply>(reply, { headers })),
      Effect.catchTags({
        TooMany: ({ message, retryAfter }) => {
          headers.set("Retry-After", String(retryAfter))
          return Effect.succeed(refuse(429, source.field, message))
        },
        NotOpenedHere: ({ message }) => Effect.succeed(refuse(422, source.field, message))
      })
    )

  if (file instanceof File && file.size > 0) {
    return file.size > MAX_POSTED_BYTES ? refuse(413, "file", TOO_LARGE_TO_POST) : yield* inTurn(posted(file))
  }
  if (address === "") return refuse(422, "file", NO_FILE)
  const { appOrigin } = yield* Settings
  const page = readResultAddress(address, appOrigin)
  if ("problem" in page) return refuse(422, "address", page.problem)
  return yield* Effect.catchTags(inTurn(downloaded(page)), {
    NotThere: () => Effect.succeed(refuse(422, "address", NO_FILE_THERE)),
    VotingNotOpen: ({ message }) => Effect.succeed(refuse(422, "address", message))
  })
})
