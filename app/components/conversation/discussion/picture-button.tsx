import { useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { UPLOAD_FAILED } from "~/components/base/forms/upload-words"
import { FormIcon } from "~/components/base/parts/form-icon"
import { useRootData } from "~/components/base/site/root-data"

type Props = {
  /** Receives the picture as Markdown. */
  readonly onPicture: (markdown: string) => void
}
type State = { readonly isUploading: boolean; readonly problem?: string; readonly detail?: string | undefined }

/** Uploads a picture to our own host, the only one from which texts may show pictures, and inserts it into the text. */
export function PictureButton({ onPicture }: Props) {
  const { uploads } = useRootData()
  const [{ detail, isUploading, problem }, setState] = useState<State>({ isUploading: false })
  const input = useRef<HTMLInputElement>(null)

  const send = async (file: File) => {
    setState({ isUploading: true })
    const sent = await import("./send-picture").then(
      ({ sendPicture }) => sendPicture(uploads, file),
      () => ({ problem: UPLOAD_FAILED })
    )
    setState({ isUploading: false, ...sent })
    if ("markdown" in sent) onPicture(sent.markdown)
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
          event.target.value = "" // So that the same file can be chosen again.
        }}
      />
      <span role="status" className="small">
        {problem !== undefined && `${problem} ${detail ?? ""}`}
      </span>
    </span>
  )
}
