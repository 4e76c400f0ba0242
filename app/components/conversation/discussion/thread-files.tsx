import { Form } from "@remix-run/react"
import { FieldError } from "~/components/base/forms/field-error"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { MOST_FILES } from "~/effects/conversation/discussion/limits"
import type { ThreadPage } from "~/effects/conversation/discussion/page"

type Props = { readonly page: ThreadPage; readonly path: string; readonly reply: PageReply | undefined }

/** The files of a thread: pictures are shown, PDFs are downloads. Its author adds and removes them. */
export function ThreadFiles({ page: { files, mayAttach, thread }, path, reply }: Props) {
  const { id } = useFrame()
  if (files.length === 0 && !mayAttach) return null
  const hrefOf = (file: string) => `/api/threads/${id}/${thread.number}/files/${file}`
  const attach = replyTo(reply, "attach")
  return (
    <section className="stack thread-files" data-gap="s" aria-labelledby="thread-files">
      <h2 className="h4" id="thread-files">
        Files
      </h2>
      <ul className="stack" data-gap="s">
        {files.map(({ bytes, id: file, mime, name }) => (
          <li key={file}>
            {mime !== "application/pdf" && (
              <img className="thread-picture" src={hrefOf(file)} alt={name} loading="lazy" />
            )}
            <span className="row">
              <a href={hrefOf(file)} target="_blank" rel="noreferrer">
                {name}
              </a>
              <span className="small muted">{Math.max(1, Math.round(bytes / 1024))} KiB</span>
              {mayAttach && (
                <Form method="post" action={path} preventScrollReset>
                  <input type="hidden" name="file-id" value={file} />
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
          </li>
        ))}
      </ul>
      {mayAttach && files.length < MOST_FILES && (
        <Form
          key={files.length}
          className="stack"
          data-gap="s"
          method="post"
          action={path}
          encType="multipart/form-data"
          preventScrollReset
        >
          <div className="field" data-invalid={attach?.fields.file === undefined ? undefined : true}>
            <label htmlFor="thread-file">Attach a file</label>
            <input
              className="input"
              id="thread-file"
              name="file"
              type="file"
              accept="application/pdf,image/png,image/jpeg,image/webp"
              aria-describedby="thread-file-hint thread-file-error"
              aria-invalid={attach?.fields.file === undefined ? undefined : true}
            />
            <span className="field__hint" id="thread-file-hint">
              A PDF of at most 10 MiB, or a picture of at most 5 MiB. Everybody who can read the thread can read it.
            </span>
            <FieldError id="thread-file-error" message={attach?.fields.file} />
          </div>
          <p>
            <button className="button" data-size="s" type="submit" name="intent" value="attach">
              Attach
            </button>
          </p>
        </Form>
      )}
    </section>
  )
}
