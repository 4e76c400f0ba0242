import { Effect, Option } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { fileOfImageUrl } from "./address"
import { OWN_UPLOADS } from "./Upload"
import { Uploads } from "./Uploads.server"

/** A picture never changes under its name. */
const FOREVER = "public, max-age=31536000, immutable"

/** The answer to `/files/{path}`, with or without the last slash. server.ts adds the policy
 * under which nothing in an uploaded file can run. */
export const servePreview = Effect.fn("servePreview")(function* (path: string) {
  const url = `${OWN_UPLOADS.cdnUrl}/${path.replace(/\/?$/, "/")}`
  const file = fileOfImageUrl(OWN_UPLOADS.cdnUrl, url)
  if (file === undefined) return yield* new NotThere({ message: "This picture does not exist." })
  const uploads = yield* Uploads
  const bytes = yield* uploads.preview(file)
  if (Option.isNone(bytes)) return yield* new NotThere({ message: "This picture does not exist." })
  return new Response(new Uint8Array(bytes.value), {
    headers: {
      "Content-Type": "image/webp",
      "Content-Length": String(bytes.value.length),
      "Content-Disposition": "inline",
      "Cache-Control": FOREVER
    }
  })
})
