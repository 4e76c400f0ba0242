/**
 * Browser notifications of local mode: no push service is used; /local/mailbox shows what would be sent, to the browser
 * it is for. One that arrives twice is stored once, as in a browser.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Layer, Schema } from "effect"
import { PushSender } from "~/effects/base/push/PushSender.server"

const decodePayload = Schema.decodeUnknown(
  Schema.parseJson(Schema.Struct({ title: Schema.String, body: Schema.String, url: Schema.String }))
)

export const PushMailboxLive = Layer.effect(
  PushSender,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    send: Effect.fn("PushMailbox.send")(function* ({ device, id, payload }) {
      const at = yield* Clock.currentTimeMillis
      const { body, title, url } = yield* Effect.orDie(decodePayload(payload))
      const row = { id: `push ${id}`, recipient: `push:${device}`, subject: title, body: `${body}\n\n${url}`, at }
      yield* Effect.orDie(sql`INSERT INTO local_mailbox ${sql.insert(row)} ON CONFLICT (id) DO NOTHING`)
    })
  }))
)
