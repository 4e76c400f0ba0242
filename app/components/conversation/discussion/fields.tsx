import { Icon } from "~/components/base/parts/icon"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { Category } from "~/effects/conversation/discussion/Post"
import { categoryNames } from "~/effects/conversation/discussion/texts"

type Props = { readonly reply: PageReply | undefined; readonly start: string }

function Wrong({ id, message }: { readonly id: string; readonly message: string | undefined }) {
  return message === undefined ? null : (
    <p id={id} className="field__error">
      <Icon name="alert" />
      {message}
    </p>
  )
}

const wrong = (reply: PageReply | undefined, field: string, hint?: string) => ({
  "aria-invalid": reply?.fields[field] === undefined ? undefined : true,
  "aria-describedby":
    [hint, reply?.fields[field] === undefined ? undefined : `post-${field}-error`].filter(Boolean).join(" ") ||
    undefined
})

type TitleProps = Props & { readonly onChange?: (title: string) => void }

export function TitleField({ onChange, reply, start }: TitleProps) {
  return (
    <div className="field">
      <label htmlFor="post-title">Title</label>
      <input
        className="input"
        id="post-title"
        name="title"
        type="text"
        {...wrong(reply, "title", "post-title-hint")}
        {...(onChange === undefined
          ? { defaultValue: typed(reply, "title", start) }
          : { value: start, onChange: (event) => onChange(event.target.value) })}
      />
      <span className="field__hint" id="post-title-hint">
        5 to 140 characters.
      </span>
      <Wrong id="post-title-error" message={reply?.fields.title} />
    </div>
  )
}

type CategoryProps = Props & { readonly onChange?: (category: string) => void }

export function CategoryField({ onChange, reply, start }: CategoryProps) {
  const names: Readonly<Record<Category, string>> = categoryNames
  return (
    <div className="field">
      <label htmlFor="post-category">Category</label>
      <select
        className="input"
        id="post-category"
        name="category"
        {...wrong(reply, "category")}
        {...(onChange === undefined
          ? { defaultValue: typed(reply, "category", start) }
          : { value: start, onChange: (event) => onChange(event.target.value) })}
      >
        {Object.entries(names).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Wrong id="post-category-error" message={reply?.fields.category} />
    </div>
  )
}

type ReasonProps = { readonly reply: PageReply | undefined; readonly hint: string; readonly id?: string }

export function ReasonField({ hint, id = "post-reason", reply }: ReasonProps) {
  return (
    <div className="field">
      <label htmlFor={id}>Reason</label>
      <input
        className="input"
        id={id}
        name="reason"
        type="text"
        defaultValue={typed(reply, "reason")}
        aria-invalid={reply?.fields.reason === undefined ? undefined : true}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <span className="field__hint" id={`${id}-hint`}>
        {hint}
      </span>
      <div id={`${id}-error`}>
        {reply?.fields.reason !== undefined && (
          <p className="field__error">
            <Icon name="alert" />
            {reply.fields.reason}
          </p>
        )}
      </div>
    </div>
  )
}
