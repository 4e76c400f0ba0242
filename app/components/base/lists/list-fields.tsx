import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { LIST_BYTES, LIST_TOO_LARGE } from "~/effects/base/lists/sheetWords"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"

const CHANGED = "The file could not be read from this device, or it changed after it was chosen. Choose it again."

const sizeProblem = (file: File | undefined) =>
  file !== undefined && file.size > LIST_BYTES ? LIST_TOO_LARGE : undefined

type Props = {
  readonly id: string
  readonly label: string
  readonly placeholder: string
  readonly rows: number
  readonly reply: PageReply | undefined
  /** The hint. */
  readonly children: ReactNode
}

/** A pasted list, in the form's field `csv`, or a file. What was pasted stays after a refusal. */
export function ListFields({ children, id, label, placeholder, reply, rows }: Props) {
  const error = reply?.fields.csv
  return (
    <>
      <div className="field" data-invalid={error === undefined ? undefined : true}>
        <label htmlFor={id}>{label}</label>
        <p className="field__hint" id={`${id}-hint`}>
          {children}
        </p>
        <textarea
          className="input"
          data-lay="csv"
          id={id}
          name="csv"
          rows={rows}
          spellCheck={false}
          placeholder={placeholder}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={error === undefined ? undefined : true}
          defaultValue={typed(reply, "csv")}
          key={typed(reply, "csv")}
        />
        <FieldError id={`${id}-error`} message={error} />
      </div>
      <ListFile />
    </>
  )
}

/** A file for a list. Before it is sent, it is checked here, since a browser sends nothing of a file that has changed. */
function ListFile() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const field = input.current
    const form = field?.form
    if (field == null || form == null) return
    let isChecked = false
    const check = async (file: File, button: HTMLElement | null) => {
      const wrong = await file
        .slice(0, 1)
        .arrayBuffer()
        .then(
          () => sizeProblem(file),
          () => CHANGED
        )
      setProblem(wrong)
      if (wrong !== undefined) return field.focus()
      isChecked = true
      form.requestSubmit(button)
    }
    const before = (event: SubmitEvent) => {
      const file = field.files?.[0]
      if (isChecked || file === undefined) {
        isChecked = false
        return
      }
      event.preventDefault()
      event.stopPropagation()
      void check(file, event.submitter)
    }
    form.addEventListener("submit", before)
    return () => form.removeEventListener("submit", before)
  }, [])
  return (
    <div className="field" data-invalid={problem === undefined ? undefined : true}>
      <label htmlFor={id}>Or a file: CSV or .xlsx, at most 3 MiB</label>
      <input
        className="input"
        id={id}
        ref={input}
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        aria-describedby={`${id}-error`}
        aria-invalid={problem === undefined ? undefined : true}
        onChange={(event) => setProblem(sizeProblem(event.currentTarget.files?.[0]))}
      />
      <FieldError id={`${id}-error`} message={problem} />
    </div>
  )
}
