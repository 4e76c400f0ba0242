import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Mailer } from "~/effects/base/mail/Mailer.server"
import { Faults } from "~/effects/local/Faults.server"
import { MailboxLive, readMailbox } from "~/effects/local/Mailbox.server"
import { describeOnBothDatabases } from "../../databases"
import { TODAY } from "../people/signup/world"

describeOnBothDatabases("the local mailbox", (database) => {
  const Live = MailboxLive.pipe(Layer.provideMerge(Faults.layerMemory), Layer.provideMerge(database))
  const email = (messageId: string) => ({
    messageId,
    to: "ada@example.org",
    subject: `No. ${messageId}`,
    text: "Hello"
  })

  it.effect("shows e-mails newest first, and a repeated one once", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const mailer = yield* Mailer
      for (const messageId of ["1", "2", "1"]) {
        yield* mailer.send(email(messageId))
        yield* TestClock.adjust("1 seconds")
      }
      assert.deepStrictEqual(yield* readMailbox, [
        { to: "ada@example.org", subject: "No. 2", text: "Hello", at: "2026-11-20T12:00:01.000Z" },
        { to: "ada@example.org", subject: "No. 1", text: "Hello", at: "2026-11-20T12:00:00.000Z" }
      ])
    }).pipe(Effect.provide(Live))
  )

  it.effect("accepts nothing while the mail server is set to be down", () =>
    Effect.gen(function* () {
      const mailer = yield* Mailer
      const faults = yield* Faults
      yield* faults.change({ smtp: "down" })
      assert.deepInclude(yield* Effect.flip(mailer.send(email("1"))), { permanent: false })
      yield* faults.change({ smtp: "up" })
      yield* mailer.send(email("1"))
      assert.lengthOf(yield* readMailbox, 1)
    }).pipe(Effect.provide(Live))
  )
})
