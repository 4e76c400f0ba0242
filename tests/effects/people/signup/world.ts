/** The sign-up services over a database, with e-mails in a list and pictures in memory. */
import { Effect, Layer, LogLevel, Option, Redacted, Ref } from "effect"
import sharp from "sharp"
import { sendDue } from "~/effects/base/jobs/OutboxWorker.server"
import type { Asker } from "~/effects/base/limits/Asker"
import { Mailer, SentEmails } from "~/effects/base/mail/Mailer.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings, type SettingsShape } from "~/effects/base/settings/Settings.server"
import { Backend } from "~/effects/people/backend/Backend.server"
import { EmailCodes } from "~/effects/people/signup/EmailCodes.server"
import { Profiles } from "~/effects/people/signup/Profiles.server"
import { Signup } from "~/effects/people/signup/Signup.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { displayImageUrl } from "~/effects/people/uploads/address"
import { OWN_UPLOADS } from "~/effects/people/uploads/Upload"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { asAccount } from "../../../addresses"
import type { Database } from "../../../databases"

/** The day of all tests: a Friday noon. */
export const TODAY = Date.parse("2026-11-20T12:00:00Z")

export const settings = (changes: Partial<SettingsShape> = {}) =>
  Layer.succeed(Settings, {
    ledger: "local",
    host: "127.0.0.1",
    trustedProxies: [],
    operators: [],
    operator: Option.none(),
    port: 3000,
    appOrigin: "http://127.0.0.1:3000",
    dataDir: "",
    databaseUrl: Option.none(),
    databasePoolSize: 10,
    gatewayTimeoutMs: 3_000,
    drainMs: 0,
    seed: "none",
    practiceWallet: false,
    gatewayUrl: "http://127.0.0.1:3000/local/gateway",
    browserGatewayUrl: "http://127.0.0.1:3000/local/gateway",
    relayUrl: "http://127.0.0.1:1",
    dAppDefinitionAddress: asAccount("account_tdx_2_none"),
    backendUrl: Option.none(),
    smtpUrl: Option.none(),
    mailFrom: "Commonhold <no-reply@commonhold.invalid>",
    sessionSecret: Redacted.make("a secret of the tests, long enough to be one"),
    encryptionKey: Option.none(),
    encryptionKeysAccepted: [],
    uploadHost: Option.none(),
    uploadBucket: Option.none(),
    backups: Option.none(),
    beacon: { url: "https://beacon.invalid", chain: null },
    relayerKey: Option.none(),
    vapid: Option.none(),
    traceCollector: Option.none(),
    metricsPort: Option.none(),
    metricsToken: Option.none(),
    logLevel: LogLevel.None,
    requestLog: false,
    ...changes
  })

const MailLive = Layer.mergeAll(Mailer.layerMemory.pipe(Layer.provideMerge(SentEmails.layer)), Outbox.Default)

export const world = (database: Database, changes: Partial<SettingsShape> = {}) =>
  Layer.mergeAll(Backend.layerOwn, Profiles.Default).pipe(
    Layer.provideMerge(Layer.mergeAll(Signup.Default, UsersRepo.Default, Tags.Default)),
    Layer.provideMerge(Layer.mergeAll(EmailCodes.Default, Uploads.Default)),
    Layer.provideMerge(Layer.mergeAll(MailLive, UploadStore.layerMemory)),
    Layer.provideMerge(settings(changes)),
    Layer.provideMerge(database)
  )

export const asker = (name: string, network: string | null = null, address = "127.0.0.1"): Asker => ({
  browser: `browser of ${name}`,
  account: asAccount(`account_tdx_2_${name.replaceAll(" ", "_")}`),
  network,
  address
})

/** Delivers what is due and returns all e-mails so far, oldest first. */
export const messages = Effect.zipRight(sendDue, Effect.flatMap(SentEmails, Ref.get))

/** The code in the newest e-mail to an address. */
export const lastCode = (email: string) =>
  Effect.map(messages, (all) => {
    const message = all.filter(({ to }) => to === email).at(-1)
    return /^ {4}(\d{6})$/m.exec(message?.text ?? "")?.[1] ?? "no message"
  })

/** Six digits that differ from these. */
export const otherThan = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, "0")

/** Never the pictures of a whole page: small, real, and made before the server's own reader limits are set. */
export const smallPicture = sharp({ create: { width: 40, height: 20, channels: 3, background: "#336699" } })
  .png()
  .toBuffer()

/** Uploads a picture and returns its address. */
export const uploadPicture = (who: Asker) =>
  Effect.gen(function* () {
    const backend = yield* Backend
    const { expire, signature } = yield* backend.uploadSignature(who)
    const file = new Uint8Array(yield* Effect.promise(() => smallPicture))
    const reply = yield* backend.upload(who, {
      publicKey: OWN_UPLOADS.publicKey,
      signature,
      expire: String(expire),
      file
    })
    return displayImageUrl(OWN_UPLOADS.cdnUrl, reply.file)
  })
