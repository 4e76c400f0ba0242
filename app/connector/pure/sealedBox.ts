/** Layout of an encrypted message: iv (12) ‖ ciphertext ‖ tag (16). Pure. */
import { Option } from "effect"
import { IV_BYTES, TAG_BYTES } from "../Constants"

export interface SealedBox {
  readonly iv: Uint8Array<ArrayBuffer>
  /** Ciphertext and tag together, as AES-GCM expects. */
  readonly sealed: Uint8Array<ArrayBuffer>
}

/** None if there are too few bytes. */
export const splitBox = (bytes: Uint8Array<ArrayBuffer>): Option.Option<SealedBox> =>
  bytes.length < IV_BYTES + TAG_BYTES
    ? Option.none()
    : Option.some({ iv: bytes.slice(0, IV_BYTES), sealed: bytes.slice(IV_BYTES) })

export const joinBox = ({ iv, sealed }: SealedBox): Uint8Array<ArrayBuffer> => Uint8Array.from([...iv, ...sealed])
