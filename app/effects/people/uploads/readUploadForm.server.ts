import { Effect } from "effect"
import type { MalformedBody } from "~/effects/base/failures/failures"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { readFileForm } from "~/effects/base/remix/readFileForm.server"
import type { UploadForm } from "./UploadPermissions.server"

/** The multipart form of docs/product/people.md. Missing fields are empty, and refused later. */
export const readUploadForm = (request: Request): Effect.Effect<UploadForm, MalformedBody> =>
  Effect.map(readFileForm(request, "file"), ({ file, form }) => ({
    publicKey: textOf(form, "UPLOADCARE_PUB_KEY"),
    signature: textOf(form, "signature"),
    expire: textOf(form, "expire"),
    file: file?.bytes ?? new Uint8Array()
  }))
