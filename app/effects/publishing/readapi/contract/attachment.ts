/** A file of a post in responses of the read API. */
import { Schema } from "effect"
import { Address, Count, Digest, described, SITE, Text } from "./parts"

export const Attachment = Schema.Struct({
  name: Text("Its name.", "offer.pdf"),
  mime: described(
    Schema.Literal("application/pdf", "image/jpeg", "image/png", "image/webp"),
    "Its type, by its content.",
    "application/pdf"
  ),
  bytes: Count("Its size.", 48_211),
  sha256: Schema.NullOr(Digest("SHA-256 of the file as it is downloaded.")),
  url: Address("The file.", `${SITE}/api/proposals/m4t6ya2cde7p/7/files/m4t6ya2cde7pm4t6ya2cde7pm4`)
}).annotations({ identifier: "Attachment" })
