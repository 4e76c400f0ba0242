/** Fetches and decrypts the relay's mailbox (docs/connector.md). */
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

/** All messages of the mailbox. The relay deletes what it returns. */
export const readMailbox = (sessionId: string) =>
  Effect.gen(function* () {
    const http = yield* Http
    const { relayUrl } = yield* ConnectorConfig
    // Without a Content-Type header, because the relay does not answer CORS preflights.
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

/** A response with the id of its request. The resolver validates it. */
const readResponse = (text: string) =>
  Option.flatMap(parseJson(text), (response) =>
    Option.map(readId(response), ({ interactionId }) => ({ interactionId, response }))
  )

interface Pair {
  readonly secret: Uint8Array<ArrayBuffer>
}

/** Decrypts one message. A failure affects only this message. */
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
      readResponse(new TextDecoder().decode(plain)),
      () => new FailedToDecryptWalletResponseData({})
    )
  })
