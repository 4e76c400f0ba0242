import { SIGNATURE_MISSING, UPLOAD_FAILED } from "~/components/base/forms/upload-words"
import { backendClient } from "~/components/people/signup/backend-client"
import { displayImageUrl } from "~/effects/people/uploads/address"
import type { UploadTarget } from "~/effects/people/uploads/Upload"

export type SentPicture =
  | { readonly markdown: string }
  /** `detail` is the reason in the server's words. */
  | { readonly problem: string; readonly detail?: string | undefined }

/** Alternative text of a picture: the file's name without its extension. */
const altOf = (name: string): string =>
  name
    .replace(/\.[a-z]+$/i, "")
    .replace(/[[\]\\_*`]+/g, " ")
    .trim() || "Picture"

/** Uploads a picture to our own host, the only one from which texts may show pictures. */
export const sendPicture = async (uploads: UploadTarget, file: File): Promise<SentPicture> => {
  const backend = backendClient(uploads)
  const permission = await backend.getUploadSignature()
  if (!permission.ok) return { problem: SIGNATURE_MISSING, detail: permission.message }
  const response = await backend.uploadFile(file, permission.value)
  if (!response.ok) return { problem: UPLOAD_FAILED, detail: response.message }
  return { markdown: `![${altOf(file.name)}](${displayImageUrl(uploads.cdnUrl, response.value)})` }
}
