import { Effect, Option } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { fileOfImageUrl } from "./address"
import { OWN_UPLOADS } from "./Upload"
import { Uploads } from "./Uploads.server"

/** A picture never changes under its name. */
const FOREVER = "public, max-age=31536000, immutable"

/**
 * The response to `/files/{path}`, with or without a trailing slash: streamed from the store. server.ts adds the policy
 * that keeps anything in an uploaded file from running.
 */
export const servePreview = Effect.fn("servePreview")(function* (path: string, request: Request) {
  const url = `${OWN_UPLOADS.cdnUrl}/${path.replace(/\/?$/, "/")}`
  const file = fileOfImageUrl(OWN_UPLOADS.cdnUrl, url)
  if (file === undefined) return yield* new NotThere({ message: "This picture does not exist." })
  const lasting = { "Cache-Control": FOREVER, ETag: `"${file}"` }
  if (request.headers.get("If-None-Match") === lasting.ETag)
    return new Response(null, { status: 304, headers: lasting })
  const uploads = yield* Uploads
  const preview = yield* uploads.preview(file)
  if (Option.isNone(preview)) return yield* new NotThere({ message: "This picture does not exist." })
  const { body, bytes } = preview.value
  // The router drops the body of a response to HEAD without ending it.
  const sent =
    request.method === "HEAD"
      ? yield* Effect.as(
          Effect.promise(() => body.cancel()),
          null
        )
      : body
  return new Response(sent, {
    headers: {
      ...lasting,
      "Content-Type": "image/webp",
      "Content-Length": String(bytes),
      "Content-Disposition": "inline"
    }
  })
})
