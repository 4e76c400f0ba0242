/**
 * The plain form of /verify: the browser's checker, applied to a posted file (docs/product/publishing.md). Nothing of
 * the file is stored. Counting a large file takes seconds of a core and its bytes take memory, so requests are limited
 * before a file is read, one is counted at a time, and few may wait.
 */

import { data } from "@remix-run/node"
import { Clock, Data, Effect, Either } from "effect"
import type { NotThere } from "~/effects/base/failures/failures"
import { Limits } from "~/effects/base/limits/Limits.server"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { peerOf, ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { type FileForm, readFileForm } from "~/effects/base/remix/readFileForm.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import type { VoteUnreadable } from "~/effects/governance/proposals/errors"
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

/** Sealed ballots that are opened for one file: some ten seconds of a core. A reader's own page opens any number. */
export const MOST_SEALED = 400
export const tooManySealed = (sealed: number, most: number): string =>
  `This file has ${sealed} sealed ballots, and this server opens at most ${most}. Check it on this page with scripts turned ` +
  "on, or with “npm run verify -- file.json”: both open any number."

/** Values of a file, estimated from commas and brackets. Each takes some forty bytes of memory while a file is read. */
const MOST_VALUES = 1_000_000
export const TOO_MANY_VALUES =
  "This file has more than a million values, the limit for checks on this server. Check it on this page with scripts turned on, or " +
  "with “npm run verify -- file.json”: both read any number."

const BEGIN_A_VALUE = new Set(Buffer.from(",[{"))
const hasTooManyValues = (bytes: Uint8Array): boolean => {
  let values = 0
  for (const byte of bytes) if (BEGIN_A_VALUE.has(byte)) values++
  return values > MOST_VALUES
}

/** The file was not checked. */
class NotOpenedHere extends Data.TaggedError("NotOpenedHere")<{ readonly message: string }> {}

/** Other files are being counted, and as many wait as allowed. */
class VerifyBusy extends Data.TaggedError("VerifyBusy") {
  override readonly message = "Other files are being checked right now. Try again in a minute."
  readonly retryAfter = 30
}

const oneAtATime = Effect.unsafeMakeSemaphore(1)
/** One that is counted and two that wait, each of them whole in memory. */
const PLACES = 3
const places = Effect.unsafeMakeSemaphore(PLACES)

/** Bytes; a refused form above this size is not read for its address. */
const SMALL_FORM = 16_384

/** What to check, and how to get its bytes. */
interface Source<R = never> {
  readonly field: NotChecked["field"]
  readonly name: string
  readonly read: Effect.Effect<Uint8Array | null, NotThere | VoteUnreadable | VotingNotOpen, R>
}

const posted = ({ bytes, name }: NonNullable<FileForm["file"]>): Source => ({
  field: "file",
  name,
  read: Effect.succeed(bytes)
})

/** Null if the body is longer than allowed. */
const upTo = async (body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | null> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  const reader = body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || value === undefined) return Buffer.concat(chunks)
    size += value.length
    if (size > most) {
      await reader?.cancel()
      return null
    }
    chunks.push(value)
  }
}

/** The ballot file of a result page, as any visitor would download it. */
const downloaded = ({ file, number, slug }: ResultPage) =>
  ({
    field: "address" as const,
    name: file,
    read: Effect.gen(function* () {
      const args = yield* RouteArgs
      const response = yield* Effect.provideService(ballotsJson, RouteArgs, {
        ...args,
        params: { slug, n: String(number) }
      })
      return yield* Effect.promise(() => upTo(response.body, MAX_POSTED_BYTES))
    })
  }) satisfies Source<Effect.Effect.Context<typeof ballotsJson>>

/** Checks the file, and asks those who can confirm a receipt. */
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
    if (bytes !== null && hasTooManyValues(bytes)) return yield* new NotOpenedHere({ message: TOO_MANY_VALUES })
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

/** Reads the rest of a body without using it, so that a client that is still sending gets the response. */
const letGoBy = ({ body }: Request) =>
  Effect.promise(async () => {
    const reader = body?.getReader()
    for (let isOver = false; !isOver; ) isOver = (await reader?.read())?.done ?? true
  })

/** POST /verify with a file, or with the address of a result page of this site. */
export const checkPosted = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const headers = yield* ReplyHeaders
  const limits = yield* Limits
  const refuse = (status: number, field: NotChecked["field"], message: string, address: string) =>
    data<VerifyReply>({ kind: "refused", field, message, address }, { status, headers })

  const asked = yield* Effect.either(limits.take({ "verify.address": yield* peerOf }))
  if (Either.isLeft(asked)) {
    const { message, retryAfter } = asked.left
    headers.set("Retry-After", String(retryAfter))
    const isSmall = Number(request.headers.get("Content-Length") ?? 0) <= SMALL_FORM
    const address = isSmall
      ? textOf((yield* readFileForm(request, "file")).form, "address")
      : yield* Effect.as(letGoBy(request), "")
    return refuse(429, "file", message, address)
  }
  const { file, form } = yield* readFileForm(request, "file")
  const address = textOf(form, "address")

  /** One at a time, while a place is free. */
  const inTurn = <R>(source: Source<R>) =>
    places
      .withPermitsIfAvailable(1)(oneAtATime.withPermits(1)(check(source)))
      .pipe(
        Effect.flatMap(Either.fromOption(() => new VerifyBusy())),
        Effect.map((reply) => data<VerifyReply>(reply, { headers })),
        Effect.catchTags({
          VerifyBusy: ({ message, retryAfter }) => {
            headers.set("Retry-After", String(retryAfter))
            return Effect.succeed(refuse(503, source.field, message, address))
          },
          NotOpenedHere: ({ message }) => Effect.succeed(refuse(422, source.field, message, address))
        })
      )

  if (file !== null) {
    return file.bytes.length > MAX_POSTED_BYTES
      ? refuse(413, "file", TOO_LARGE_TO_POST, address)
      : yield* inTurn(posted(file))
  }
  if (address === "") return refuse(422, "file", NO_FILE, address)
  const { appOrigin } = yield* Settings
  const page = readResultAddress(address, appOrigin)
  if ("problem" in page) return refuse(422, "address", page.problem, address)
  return yield* Effect.catchTags(inTurn(downloaded(page)), {
    NotThere: () => Effect.succeed(refuse(422, "address", NO_FILE_THERE, address)),
    VotingNotOpen: ({ message }) => Effect.succeed(refuse(422, "address", message, address)),
    VoteUnreadable: ({ message, retryAfter, status }) => {
      headers.set("Retry-After", String(retryAfter))
      return Effect.succeed(refuse(status, "address", message, address))
    }
  })
})
