/** Real SMTP over real sockets, cut at every step of the conversation (docs/product/safety.md). */
import { connect, createServer, type Server, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, TestClock } from "effect"
import { SMTPServer } from "smtp-server"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { sendDue } from "~/effects/base/jobs/OutboxWorker.server"
import { isSafeEmail, Mailer } from "~/effects/base/mail/Mailer.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { settings, TODAY } from "../../people/signup/world"

interface Mail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly text: string
}

const listening = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  )

/** A mail server that records what it accepts. */
const mailServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const mails: Array<Mail> = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      hidePIPELINING: true, // one command at a time, so that each can be the one that is cut
      onRcptTo: (address, _, done) =>
        address.address.startsWith("gone")
          ? done(Object.assign(new Error("no such user"), { responseCode: 550 }))
          : done(),
      onData: (stream, session, done) => {
        const parts: Array<Buffer> = []
        stream.on("data", (part: Buffer) => parts.push(part))
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope
          mails.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(parts).toString()
          })
          done()
        })
      }
    })
    smtp.on("error", () => undefined) // connections are cut here on purpose
    return { mails, smtp, port: await listening(smtp.server) }
  }),
  ({ smtp }) => Effect.async<void>((resume) => smtp.close(() => resume(Effect.void)))
)

type Step = "connect" | "EHLO" | "MAIL" | "RCPT" | "DATA" | "after the final dot" | "never"

/** A proxy of a mail server that cuts the connection, once, when the conversation reaches a step. */
const cutAt = (target: number, step: Step) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const open = new Set<Socket>()
      let cut = step === "never"
      const server = createServer((client) => {
        const upstream = connect(target, "127.0.0.1")
        for (const socket of [client, upstream]) {
          open.add(socket)
          socket.on("error", () => undefined)
          socket.on("close", () => open.delete(socket))
        }
        const drop = () => {
          cut = true
          client.destroy()
          upstream.destroy()
        }
        let dotSeen = false
        if (!cut && step === "connect") return drop()
        client.on("data", (bytes) => {
          const text = bytes.toString()
          if (!cut && text.startsWith(step)) return drop()
          dotSeen ||= text.endsWith("\r\n.\r\n")
          upstream.write(bytes)
        })
        upstream.on("data", (bytes) => {
          if (!cut && step === "after the final dot" && dotSeen) return drop()
          client.write(bytes)
        })
        client.on("end", () => upstream.end())
        upstream.on("end", () => client.end())
      })
      return { open, port: await listening(server), server }
    }),
    ({ open, server }) =>
      Effect.async<void>((resume) => {
        for (const socket of open) socket.destroy()
        server.close(() => resume(Effect.void))
      })
  )

const outboxOver = (port: number) =>
  Layer.mergeAll(
    Outbox.Default,
    Mailer.layerSmtp(Redacted.make(`smtp://127.0.0.1:${port}`), "Commonhold <no-reply@commonhold.invalid>")
  ).pipe(
    Layer.provideMerge(settings()),
    Layer.provideMerge(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")))),
    Layer.orDie
  )

const email = { to: "ada@example.org", subject: "Grüße", text: "Your code is\n\n    012345\n" }

describe("SMTP", () => {
  for (const step of ["connect", "EHLO", "MAIL", "RCPT", "DATA", "after the final dot"] as const) {
    it.scoped(`loses no e-mail when the connection is cut at: ${step}`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(TODAY)
        const { mails, port } = yield* mailServer
        const proxy = yield* cutAt(port, step)
        yield* Effect.gen(function* () {
          yield* Effect.flatMap(Outbox, (outbox) => outbox.write(email))
          assert.strictEqual(yield* sendDue, 1)
          yield* TestClock.adjust("5 seconds")
          assert.strictEqual(yield* sendDue, 1)
          yield* TestClock.adjust("24 hours")
          assert.strictEqual(yield* sendDue, 0)
        }).pipe(Effect.provide(outboxOver(proxy.port)))
        // The server already had the e-mail when the connection was cut after the dot; the repeat has the same
        // Message-ID.
        assert.lengthOf(mails, step === "after the final dot" ? 2 : 1)
        const ids = mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1])
        assert.strictEqual(new Set(ids).size, 1)
        assert.isDefined(ids[0])
      })
    )
  }

  it.scoped("writes one plain e-mail to one recipient", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* mailServer
      const send = Effect.flatMap(Mailer, (mailer) =>
        mailer.send({ ...email, to: "a,b@example.org", messageId: "x@y" })
      )
      yield* send.pipe(Effect.provide(outboxOver(port)))
      const [mail] = mails
      assert.strictEqual(mail?.from, "no-reply@commonhold.invalid")
      assert.lengthOf(mail?.to ?? [], 1)
      assert.include(mail?.text, "Message-ID: <x@y>")
      assert.include(mail?.text, "Auto-Submitted: auto-generated")
      assert.include(mail?.text, "    012345")
      assert.match(mail?.text ?? "", /^Content-Type: text\/plain/m)
    })
  )

  it.scoped("sends nothing with a line break in a header", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* mailServer
      for (const bad of [
        { to: "a@b.c\r\nBcc: eve@example.org" },
        { subject: "x\nBcc: eve@example.org" },
        { messageId: "x\r\ny" }
      ]) {
        const unsafe = { ...email, messageId: "x@y", ...bad }
        assert.isFalse(isSafeEmail(unsafe))
        const refused = yield* Effect.flatMap(Mailer, (mailer) => Effect.flip(mailer.send(unsafe))).pipe(
          Effect.provide(outboxOver(port))
        )
        assert.deepInclude(refused, { reason: "unsafe header", permanent: true })
      }
      assert.lengthOf(mails, 0)
    })
  )

  it.scoped("treats a refused recipient as final, and keeps the address out of the reason", () =>
    Effect.gen(function* () {
      const { port } = yield* mailServer
      const refused = yield* Effect.flatMap(Mailer, (mailer) =>
        Effect.flip(mailer.send({ ...email, to: "gone@example.org", messageId: "x@y" }))
      ).pipe(Effect.provide(outboxOver(port)))
      assert.deepInclude(refused, { reason: "EENVELOPE 550", permanent: true })
    })
  )
})
