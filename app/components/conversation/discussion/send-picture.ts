import { SIGNATURE_MISSING, UPLOAD_FAILED } from "~/components/base/forms/upload-words"
import { backendClient } from "~/components/people/signup/backend-client"
import { displayImageUrl } from "~/effects/people/uploads/address"
import type { UploadTarget } from "~/effects/people/uploads/Upload"

export type SentPicture =
  | { readonly markdown: string }
  /** `detail` is the server's reason, in its words. */
  | { readonly problem: string; readonly detail?: string | undefined }

/** What stands for the picture where it is not seen: the file's name without its ending. */
const altOf = (name: string): string =>
  name
    .replace(/\.[a-z]+$/i, "")
    .replace(/[[\]\\_*`]+/g, " ")
    .trim() || "Picture"

/** Sends a picture to our own host, the only one texts may show pictures from (D-14). */
export const sendPicture = async (uploads: UploadTarget, file: File): Promise<SentPicture> => {
  const backend = backendClient(uploads)
  const permission = await backend.getUploadSignature()
  if (!permission.ok) return { problem: SIGNATURE_MISSING, detail: permission.message }
  const answer = await backend.uploadFile(file, permission.value)
  if (!answer.ok) return { problem: UPLOAD_FAILED, detail: answer.message }
  return { markdown: `![${altOf(file.name)}](${displayImageUrl(uploads.cdnUrl, answer.value)})` }
}
