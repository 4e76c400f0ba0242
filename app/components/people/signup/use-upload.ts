/**
 * Uploads one picture (docs/product/people.md). The signature is fetched when the widget appears, and again only once
 * it was used or has expired, since it is good for one file.
 */
import { useEffect, useRef, useState } from "react"
import { SIGNATURE_FAILED, SIGNATURE_MISSING, UPLOAD_FAILED } from "~/components/base/forms/upload-words"
import type { BackendClient, Signature } from "./backend-client"

export type UploadState =
  | { readonly status: "idle" }
  | { readonly status: "uploading" }
  | { readonly status: "success"; readonly name: string; readonly bytes: number }
  /** `detail` is the server's message. */
  | { readonly status: "failure"; readonly message: string; readonly detail: string | undefined }

/** A signature that expires within this time is not used. Seconds. */
const MARGIN_S = 20

const isUsable = (signature: Signature | undefined): signature is Signature =>
  signature !== undefined && signature.expire > Date.now() / 1000 + MARGIN_S

interface Held {
  /** Result of the pending or the last request for a signature. */
  asked: Promise<Signature | undefined>
  isSpent: boolean
}

/** `onUploaded` gets the identifier of the stored file. */
export function useUpload(backend: BackendClient, onUploaded: (file: string) => void) {
  const [state, setState] = useState<UploadState>({ status: "idle" })
  const held = useRef<Held>()
  const isHere = useRef(true)

  const fail = (message: string, detail?: string) => {
    if (isHere.current) setState({ status: "failure", message, detail })
  }
  const ask = (): Promise<Signature | undefined> => {
    const asked = backend.getUploadSignature().then((response) => (response.ok ? response.value : undefined))
    held.current = { asked, isSpent: false }
    return asked
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the widget appears (docs/product/people.md)
  useEffect(() => {
    isHere.current = true
    ask().then((signature) => {
      if (signature === undefined) fail(SIGNATURE_FAILED)
    })
    return () => {
      isHere.current = false
    }
  }, [backend])

  const permission = async (): Promise<Signature | undefined> => {
    const first = held.current
    const signature = await first?.asked
    if (signature === undefined) {
      void ask() // so that trying again, as the message suggests, can succeed
      return undefined
    }
    if (first?.isSpent === false && isUsable(signature)) return signature
    return ask()
  }

  const upload = async (file: File) => {
    setState({ status: "uploading" })
    const signature = await permission()
    if (signature === undefined) return fail(SIGNATURE_MISSING)
    if (held.current !== undefined) held.current.isSpent = true
    const response = await backend.uploadFile(file, signature)
    if (!response.ok) return fail(UPLOAD_FAILED, response.message)
    if (!isHere.current) return
    setState({ status: "success", name: file.name, bytes: file.size })
    onUploaded(response.value)
  }

  return { state, upload }
}
