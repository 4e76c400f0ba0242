import { Link } from "@remix-run/react"
import { useId } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { readable } from "~/effects/base/amounts/readable"
import type { Role } from "~/effects/base/lists/columns"
import type { ListView } from "~/effects/base/lists/listView"
import { columnName } from "~/effects/base/lists/sheetWords"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { columnWords, endOf, type RoleWords } from "./list-words"

type Props = {
  readonly list: ListView
  readonly words: RoleWords
  readonly reply: PageReply | undefined
  /** Address of the rows that follow; none where the page keeps nothing. */
  readonly nextHref?: string
}

/** The first rows of a list, and fields for its headings and for what each column is. */
export function ListAsRead({ list, nextHref, reply, words }: Props) {
  const { headers, reading } = list
  const { header, roles } = reading.columns
  const amount = roles.indexOf("amount")
  const id = useId()
  const error = reply?.fields.columns
  return (
    <div className="stack">
      <div className="field">
        <label htmlFor={`${id}header`}>Headings</label>
        <select
          className="input"
          id={`${id}header`}
          name="header"
          key={header}
          defaultValue={typed(reply, "header", String(header))}
        >
          <option value="0">The list has no headings</option>
          {headers.map(({ line, text }) => (
            <option key={line} value={line}>
              Line {line}: {text}
            </option>
          ))}
        </select>
      </div>
      <fieldset className="list-columns">
        <legend className="visually-hidden">Columns</legend>
        {roles.map((role, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <div className="field" key={`${at}${role}`}>
            <label htmlFor={`${id}column${at}`}>{columnWords(reading, at)}</label>
            <select
              className="input"
              id={`${id}column${at}`}
              name={`column-${at}`}
              defaultValue={typed(reply, `column-${at}`, role)}
              aria-describedby={`${id}columns-error`}
              aria-invalid={error === undefined ? undefined : true}
            >
              {options(words).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          </div>
        ))}
      </fieldset>
      <FieldError id={`${id}columns-error`} message={error} />
      <div className="scroll">
        <table className="table" data-cards>
          <caption className="visually-hidden">Rows of the list as they were read</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {roles.map((role, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <th scope="col" key={at} className={role === "amount" ? "num" : undefined}>
                  {labelOf(role, at, words)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.rows.map(({ cells, line, meanings }) => (
              <tr key={line}>
                <th scope="row" data-label="Line">
                  {line}
                </th>
                {roles.map((role, at) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                    key={at}
                    data-label={labelOf(role, at, words)}
                    className={role === "amount" ? "num" : role === "unused" ? "muted" : undefined}
                  >
                    {at === amount && meanings.length > 0 ? (
                      <span className="list-asked">
                        <b>{cells[at]}</b>
                        <small>{meanings.map(readable).join(" or ")}?</small>
                      </span>
                    ) : role === "account" ? (
                      <span className="address" title={cells[at]}>
                        {endOf(cells[at] ?? "")}
                      </span>
                    ) : (
                      cells[at]
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="row small">
        <span className="muted">
          {list.rows.length} of {counted(list.count, "row")}
        </span>
        {list.next !== null && nextHref !== undefined && (
          <Link to={nextHref} preventScrollReset>
            Next rows
          </Link>
        )}
      </p>
    </div>
  )
}

const options = (words: RoleWords): ReadonlyArray<readonly [string, string]> => [
  ...Object.entries(words),
  ["unused", "Not used"]
]

const labelOf = (role: Role, at: number, words: RoleWords): string =>
  `${columnName(at)}: ${role === "unused" ? "not used" : (words[role] ?? role)}`
