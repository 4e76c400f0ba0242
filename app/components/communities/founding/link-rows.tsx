import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { MAX_LINKS } from "~/effects/communities/founding/values"

interface Links {
  readonly linkLabel: ReadonlyArray<string>
  readonly linkUrl: ReadonlyArray<string>
}
type Props = { readonly values: Links; readonly error: string | undefined; readonly onEdit: (links: Links) => void }

/** Rows to show: the filled ones and one empty one, at most five. */
const rowCount = ({ linkLabel, linkUrl }: Links): number => {
  const used = Math.max(
    linkLabel.findLastIndex((label) => label !== ""),
    linkUrl.findLastIndex((url) => url !== "")
  )
  return Math.min(MAX_LINKS, used + 2)
}

const withValue = (list: ReadonlyArray<string>, at: number, value: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(list.length, at + 1) }, (_, index) => (index === at ? value : (list[index] ?? "")))

export function LinkRows({ error, onEdit, values }: Props) {
  const errorId = `${fieldId("links")}-error`
  return (
    <fieldset className="field" aria-describedby={error === undefined ? undefined : errorId}>
      <legend>Links</legend>
      <p className="field__hint">Up to five links to other sites. Empty rows are ignored.</p>
      {Array.from({ length: rowCount(values) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div className="link-row" key={row}>
          <input
            className="input"
            id={row === 0 ? fieldId("links") : undefined}
            type="text"
            name="linkLabel"
            aria-label={`Name of link ${row + 1}`}
            placeholder="Name"
            autoComplete="off"
            value={values.linkLabel[row] ?? ""}
            onChange={(event) => onEdit({ ...values, linkLabel: withValue(values.linkLabel, row, event.target.value) })}
          />
          <input
            className="input"
            type="text"
            inputMode="url"
            name="linkUrl"
            aria-label={`Address of link ${row + 1}`}
            placeholder="https://"
            autoComplete="off"
            value={values.linkUrl[row] ?? ""}
            onChange={(event) => onEdit({ ...values, linkUrl: withValue(values.linkUrl, row, event.target.value) })}
          />
        </div>
      ))}
      <FieldError id={errorId} message={error} />
    </fieldset>
  )
}
