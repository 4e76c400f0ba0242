import { useRef, useState } from "react"
import { displayImageUrl } from "~/effects/uploads/address"
import { backendClient } from "../forms/backend-client"
import { BusyButton } from "../forms/busy-button"
import { FormIcon } from "../forms/form-icon"
import { SIGNATURE_MISSING, UPLOAD_FAILED } from "../forms/use-upload"
import { useRootData } from "../site/root-data"

type Props = {
  /** Gets the picture as Markdown. */
  readonly onPicture: (markdown: string) => void
}
type State = { readonly isUploading: boolean; readonly problem?: string; readonly detail?: string | undefined }

/** What stands for the picture where it is not seen: the file's name without its ending. */
const altOf = (name: string): string =>
  name
    .replace(/\.[a-z]+$/i, "")
    .replace(/[[\]\\_*`]+/g, " ")
    .trim() || "Picture"

/** Sends a picture to our own host, the only one texts may show pictures from (D-14), and writes it into the text. */
export function PictureButton({ onPicture }: Props) {
  const { uploads } = useRootData()
  const [{ detail, isUploading, problem }, setState] = useState<State>({ isUploading: false })
  const input = useRef<HTMLInputElement>(null)

  const send = async (file: File) => {
    setState({ isUploading: true })
    const backend = backendClient(uploads)
    const permission = await backend.getUploadSignature()
    if (!permission.ok) return setState({ isUploading: false, problem: SIGNATURE_MISSING, detail: permission.message })
    const answer = await backend.uploadFile(file, permission.value)
    if (!answer.ok) return setState({ isUploading: false, problem: UPLOAD_FAILED, detail: answer.message })
    setState({ isUploading: false })
    onPicture(`![${altOf(file.name)}](${displayImageUrl(uploads.cdnUrl, answer.value)})`)
  }

  return (
    <span className="row composer__picture" aria-busy={isUploading}>
      <BusyButton
        className="button"
        data-kind="quiet"
        data-size="s"
        type="button"
        isBusy={isUploading}
        onClick={() => input.current?.click()}
      >
        <FormIcon name="upload" />
        {isUploading ? "Uploading..." : "Add a picture"}
      </BusyButton>
      <input
        ref={input}
        hidden
        type="file"
        aria-label="Picture"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file !== undefined) void send(file)
          event.target.value = "" // so that the same file can be chosen again
        }}
      />
      <span role="status" className="small">
        {problem !== undefined && `${problem} ${detail ?? ""}`}
      </span>
    </span>
  )
}
