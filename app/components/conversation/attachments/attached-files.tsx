import { Form } from "@remix-run/react"
import { FieldError } from "~/components/base/forms/field-error"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { type Attachment, MOST_FILES } from "~/effects/conversation/attachments/Attachment"

type ListProps = {
  readonly files: ReadonlyArray<Attachment>
  readonly hrefOf: (file: string) => string
  /** Shows the SHA-256 of each file, to compare with a download. */
  readonly hashes?: boolean
  /** The page whose button removes a file; without it none can be removed. */
  readonly path?: string
}

type Props = ListProps & {
  readonly reply?: PageReply | undefined
  /** Who can read the files, and until when they can change. */
  readonly hint?: string
}

/** The files of a post: pictures are shown, PDFs are downloads. With `path`, its author adds and removes them. */
export function AttachedFiles({ hint, reply, ...list }: Props) {
  const { files, path } = list
  if (files.length === 0 && path === undefined) return null
  return (
    <section className="stack attachments" data-gap="s" aria-labelledby="attachments">
      <h2 className="h4" id="attachments">
        Files
      </h2>
      <FileList {...list} />
      {path !== undefined && files.length < MOST_FILES && (
        <AttachForm key={files.length} path={path} reply={reply} hint={hint} />
      )}
    </section>
  )
}

function FileList({ files, hashes = false, hrefOf, path }: ListProps) {
  if (files.length === 0) return null
  return (
    <ul className="stack" data-gap="s">
      {files.map(({ bytes, id, mime, name, sha256 }) => (
        <li key={id}>
          {mime !== "application/pdf" && (
            <img className="attached-picture" src={hrefOf(id)} alt={name} loading="lazy" />
          )}
          <span className="row">
            <a href={hrefOf(id)} target="_blank" rel="noreferrer">
              {name}
            </a>
            <span className="small muted">{Math.max(1, Math.round(bytes / 1024))} KiB</span>
            {path !== undefined && (
              <Form method="post" action={path} preventScrollReset>
                <input type="hidden" name="file-id" value={id} />
                <button
                  className="link-button"
                  type="submit"
                  name="intent"
                  value="detach"
                  aria-label={`Remove ${name}`}
                >
                  Remove
                </button>
              </Form>
            )}
          </span>
          {hashes && sha256 !== null && (
            <span className="small muted">
              SHA-256: <span className="digest">{sha256}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

type AttachProps = { readonly path: string; readonly reply: PageReply | undefined; readonly hint: string | undefined }

function AttachForm({ hint, path, reply }: AttachProps) {
  const error = replyTo(reply, "attach")?.fields.file
  return (
    <Form className="stack" data-gap="s" method="post" action={path} encType="multipart/form-data" preventScrollReset>
      <div className="field" data-invalid={error === undefined ? undefined : true}>
        <label htmlFor="attached-file">Attach a file</label>
        <input
          className="input"
          id="attached-file"
          name="file"
          type="file"
          accept="application/pdf,image/png,image/jpeg,image/webp"
          aria-describedby="attached-file-hint attached-file-error"
          aria-invalid={error === undefined ? undefined : true}
        />
        <span className="field__hint" id="attached-file-hint">
          A PDF of at most 10 MiB, or a picture of at most 5 MiB. {hint}
        </span>
        <FieldError id="attached-file-error" message={error} />
      </div>
      <p>
        <button className="button" data-size="s" type="submit" name="intent" value="attach">
          Attach
        </button>
      </p>
    </Form>
  )
}
