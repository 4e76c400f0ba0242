import { Effect } from "effect"
import { MalformedBody } from "~/effects/base/failures/failures"
import type { UploadForm } from "./UploadPermissions.server"

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

/** The multipart form of docs/product/people.md. What is missing reads as empty, and is refused for that further on. */
export const readUploadForm = (request: Request): Effect.Effect<UploadForm, MalformedBody> =>
  Effect.gen(function* () {
    const form = yield* Effect.tryPromise({ try: () => request.formData(), catch: () => new MalformedBody({}) })
    const file = form.get("file")
    const bytes =
      file instanceof Blob
        ? yield* Effect.tryPromise({ try: () => file.arrayBuffer(), catch: () => new MalformedBody({}) })
        : new ArrayBuffer(0)
    return {
      publicKey: text(form, "UPLOADCARE_PUB_KEY"),
      signature: text(form, "signature"),
      expire: text(form, "expire"),
      file: new Uint8Array(bytes)
    }
  })
