/** The relay's mailbox: asking for it, and opening what was in it (docs/connector.md, 4.6). */
import { Effect, Option } from "effect"
import { ConnectorConfig } from "../ConnectorConfig"
import { BROWSER_CALL_TIMEOUT } from "../Constants"
import { Crypto } from "../Crypto"
import {
  DappIdentityNotFound,
  FailedToDecryptWalletResponseData,
  FailedToDeriveSharedSecret,
  RadixConnectRelayRequestFailed
} from "../Errors"
import { Http } from "../Http"
import { fromHex } from "../pure/hex"
import { splitBox } from "../pure/sealedBox"
import { addressed } from "../wire/forms"
import { optionReader, parseJson } from "../wire/read"
import { relayItem, storedInbox } from "../wire/relayForms"

const asList = optionReader(storedInbox)
const readList = (text: string) => Option.flatMap(parseJson(text), asList)

/** Everything that waits for us. What is returned is gone from the relay. */
export const readMailbox = (sessionId: string) =>
  Effect.gen(function* () {
    const http = yield* Http
    const { relayUrl } = yield* ConnectorConfig
    // Without a Content-Type: the relay answers no preflight.
    const reply = yield* http
      .post({ url: `${relayUrl}/api/v1`, headers: {}, body: JSON.stringify({ method: "getResponses", sessionId }) })
      .pipe(
        Effect.timeoutFail({
          duration: BROWSER_CALL_TIMEOUT,
          onTimeout: () => new RadixConnectRelayRequestFailed({ message: "the relay took too long" })
        }),
        Effect.mapError((cause) => new RadixConnectRelayRequestFailed({ cause }))
      )
    const items = reply.status === 200 ? readList(reply.text) : Option.none()
    if (Option.isNone(items)) {
      return yield* new RadixConnectRelayRequestFailed({ message: `the relay answered with status ${reply.status}` })
    }
    return items.value
  })

const readItem = optionReader(relayItem)
const readId = optionReader(addressed)

/** An answer with the request it belongs to. Whether it is a good answer is the resolver's to say. */
const readAnswer = (text: string) =>
  Option.flatMap(parseJson(text), (response) =>
    Option.map(readId(response), ({ interactionId }) => ({ interactionId, response }))
  )

interface Pair {
  readonly secret: Uint8Array<ArrayBuffer>
}

/** Opens one piece. Each failure is this piece's alone. */
export const openRelayItem = (raw: unknown, session: Option.Option<Pair>) =>
  Effect.gen(function* () {
    const item = Option.getOrUndefined(readItem(raw))
    if (item === undefined) return yield* new FailedToDecryptWalletResponseData({})
    if ("error" in item) return yield* new RadixConnectRelayRequestFailed({ message: item.error })
    if (Option.isNone(session)) return yield* new DappIdentityNotFound({})

    const { dAppDefinitionAddress } = yield* ConnectorConfig
    const crypto = yield* Crypto
    const publicKey = yield* Effect.mapError(fromHex(item.publicKey), () => new FailedToDeriveSharedSecret({}))
    const box = yield* Effect.mapError(
      Option.flatMap(fromHex(item.data), splitBox),
      () => new FailedToDecryptWalletResponseData({})
    )
    const salt = new TextEncoder().encode(dAppDefinitionAddress)
    const key = yield* crypto.sharedKey(session.value.secret, publicKey, salt)
    const plain = yield* crypto.open(key, box.iv, box.sealed)
    return yield* Effect.mapError(
      readAnswer(new TextDecoder().decode(plain)),
      () => new FailedToDecryptWalletResponseData({})
    )
  })
